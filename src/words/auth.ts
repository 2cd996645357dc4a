import { auth as en } from './en/auth.ts'
import { inLanguage } from './language.ts'

export const authWords = inLanguage({ en })
