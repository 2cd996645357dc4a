import { confirmation as en } from './en/confirmation.ts'
import { inLanguage } from './language.ts'

export const confirmationWords = inLanguage({ en })
