import { oauth as en } from './en/oauth.ts'
import { inLanguage } from './language.ts'

export const oauthWords = inLanguage({ en })
