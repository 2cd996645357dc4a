import type { unbuiltWords } from './unbuilt.messages.ts'

/** A page that a later step builds. */
export type UnbuiltPart = keyof typeof unbuiltWords.parts
