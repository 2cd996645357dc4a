import { flow as en } from './en/flow.ts'
import { inLanguage } from './language.ts'

export const flowWords = inLanguage({ en })
