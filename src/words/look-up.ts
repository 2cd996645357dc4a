import { lookUp as en } from './en/look-up.ts'
import { inLanguage } from './language.ts'

export const lookUpWords = inLanguage({ en })
