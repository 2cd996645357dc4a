import { details as en } from './en/details.ts'
import { inLanguage } from './language.ts'

export const detailsWords = inLanguage({ en })
