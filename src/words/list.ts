import { list as en } from './en/list.ts'
import { inLanguage } from './language.ts'

export const listWords = inLanguage({ en })
