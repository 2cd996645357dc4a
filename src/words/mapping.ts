import { mapping as en } from './en/mapping.ts'
import { inLanguage } from './language.ts'

export const mappingWords = inLanguage({ en })
