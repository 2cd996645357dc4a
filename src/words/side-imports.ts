import { sideImports as en } from './en/side-imports.ts'
import { inLanguage } from './language.ts'

export const sideImportWords = inLanguage({ en })
