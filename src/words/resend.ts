import { resend as en } from './en/resend.ts'
import { inLanguage } from './language.ts'

export const resendWords = inLanguage({ en })
