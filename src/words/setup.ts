import { setup as en } from './en/setup.ts'
import { inLanguage } from './language.ts'

export const setupWords = inLanguage({ en })
