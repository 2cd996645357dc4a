import { transaction as en } from './en/transaction.ts'
import { inLanguage } from './language.ts'

export const transactionWords = inLanguage({ en })
