import { connectorStatus as en } from './en/connector-status.ts'
import { inLanguage } from './language.ts'

export const connectorStatusWords = inLanguage({ en })
