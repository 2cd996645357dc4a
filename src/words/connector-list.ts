import { connectorList as en } from './en/connector-list.ts'
import { inLanguage } from './language.ts'

export const connectorListWords = inLanguage({ en })
