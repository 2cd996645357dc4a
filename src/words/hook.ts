import { hook as en } from './en/hook.ts'
import { inLanguage } from './language.ts'

export const hookWords = inLanguage({ en })
