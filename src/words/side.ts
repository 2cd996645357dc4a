import { side as en } from './en/side.ts'
import { inLanguage } from './language.ts'

export const sideWords = inLanguage({ en })
