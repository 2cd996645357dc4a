import { problemGroup as en } from './en/problem-group.ts'
import { inLanguage } from './language.ts'

export const problemGroupWords = inLanguage({ en })
