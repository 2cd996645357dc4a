import { overview as en } from './en/overview.ts'
import { inLanguage } from './language.ts'

export const overviewWords = inLanguage({ en })
