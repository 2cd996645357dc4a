import { challenge as en } from './en/challenge.ts'
import { inLanguage } from './language.ts'

export const challengeWords = inLanguage({ en })
