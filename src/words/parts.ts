import { parts as en } from './en/parts.ts'
import { inLanguage } from './language.ts'

export const partWords = inLanguage({ en })
