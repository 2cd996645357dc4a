import { investigator as en } from './en/investigator.ts'
import { inLanguage } from './language.ts'

export const investigatorWords = inLanguage({ en })
