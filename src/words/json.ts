import { json as en } from './en/json.ts'
import { inLanguage } from './language.ts'

export const jsonWords = inLanguage({ en })
