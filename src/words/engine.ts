import { engine as en } from './en/engine.ts'
import { inLanguage } from './language.ts'

export const engineWords = inLanguage({ en })
