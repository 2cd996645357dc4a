import { cursor as en } from './en/cursor.ts'
import { inLanguage } from './language.ts'

export const cursorWords = inLanguage({ en })
