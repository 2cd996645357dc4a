import { builder as en } from './en/builder.ts'
import { inLanguage } from './language.ts'

export const builderWords = inLanguage({ en })
