import { registration as en } from './en/registration.ts'
import { inLanguage } from './language.ts'

export const registrationWords = inLanguage({ en })
