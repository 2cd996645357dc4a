import { problem as en } from './en/problem.ts'
import { inLanguage } from './language.ts'

export const problemWords = inLanguage({ en })
