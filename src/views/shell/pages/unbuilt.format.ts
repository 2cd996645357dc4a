import { unbuilt as en } from './en/unbuilt.ts'
import { inLanguage } from './language.ts'

export const unbuiltWords = inLanguage({ en })

/** A page that a later step builds. */
export type UnbuiltPart = keyof typeof unbuiltWords.parts
