import { listProcessing as en } from './en/list-processing.ts'
import { inLanguage } from './language.ts'

export const listProcessingWords = inLanguage({ en })
