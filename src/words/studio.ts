import { studio as en } from './en/studio.ts'
import { inLanguage } from './language.ts'

export const studioWords = inLanguage({ en })
