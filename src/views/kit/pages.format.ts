import { pages as en } from './en/pages.ts'
import { inLanguage } from './language.ts'

export const pageTitles = inLanguage({ en })

/** Every path inside, as a pattern: `:name` stands for one part. */
export type PagePath = keyof typeof pageTitles
