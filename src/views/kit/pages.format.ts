import type { pageTitles } from './pages.messages.ts'

/** Every path inside, as a pattern: `:name` stands for one part. */
export type PagePath = keyof typeof pageTitles
