import { comparison as en } from './en/comparison.ts'
import { inLanguage } from './language.ts'

export const comparisonWords = inLanguage({ en })
