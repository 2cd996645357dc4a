import { live as en } from './en/live.ts'
import { inLanguage } from './language.ts'

export const liveWords = inLanguage({ en })
