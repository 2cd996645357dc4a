import { failure as en } from './en/failure.ts'
import { inLanguage } from './language.ts'

export const failureWords = inLanguage({ en })
