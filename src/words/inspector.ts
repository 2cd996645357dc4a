import { inspector as en } from './en/inspector.ts'
import { inLanguage } from './language.ts'

export const inspectorWords = inLanguage({ en })
