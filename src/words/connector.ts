import { connector as en } from './en/connector.ts'
import { inLanguage } from './language.ts'

export const connectorWords = inLanguage({ en })
