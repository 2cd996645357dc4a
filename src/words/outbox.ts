import { outbox as en } from './en/outbox.ts'
import { inLanguage } from './language.ts'

export const outboxWords = inLanguage({ en })
