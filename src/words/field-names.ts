import { fieldNames as en } from './en/field-names.ts'
import { inLanguage } from './language.ts'

export const fieldNameWords = inLanguage({ en })
