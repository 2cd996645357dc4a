import { template as en } from './en/template.ts'
import { inLanguage } from './language.ts'

export const templateWords = inLanguage({ en })
