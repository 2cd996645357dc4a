import { universe as en } from './en/universe.ts'
import { inLanguage } from './language.ts'

export const universeWords = inLanguage({ en })
