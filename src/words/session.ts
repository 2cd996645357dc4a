import { session as en } from './en/session.ts'
import { inLanguage } from './language.ts'

export const sessionWords = inLanguage({ en })
