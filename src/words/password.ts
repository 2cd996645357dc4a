import { password as en } from './en/password.ts'
import { inLanguage } from './language.ts'

export const passwordWords = inLanguage({ en })
