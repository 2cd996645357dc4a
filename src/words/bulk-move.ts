import { bulkMove as en } from './en/bulk-move.ts'
import { inLanguage } from './language.ts'

export const bulkMoveWords = inLanguage({ en })
