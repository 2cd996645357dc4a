import { timeline as en } from './en/timeline.ts'
import { inLanguage } from './language.ts'

export const timelineWords = inLanguage({ en })
