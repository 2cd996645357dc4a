import { review as en } from './en/review.ts'
import { inLanguage } from './language.ts'

export const reviewWords = inLanguage({ en })
