import { legal as en } from './en/legal.ts'
import { inLanguage } from './language.ts'

export const legalWords = inLanguage({ en })
