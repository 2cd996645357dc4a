import { takeAway as en } from './en/take-away.ts'
import { inLanguage } from './language.ts'

export const takeAwayWords = inLanguage({ en })
