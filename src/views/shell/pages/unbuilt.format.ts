import type { unbuiltMessages } from './unbuilt.messages.ts'

/** A page that a later step builds. */
export type UnbuiltPart = keyof typeof unbuiltMessages.parts
