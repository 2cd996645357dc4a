import { run as en } from './en/run.ts'
import { inLanguage } from './language.ts'

export const runWords = inLanguage({ en })
