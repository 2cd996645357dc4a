import { replay as en } from './en/replay.ts'
import { inLanguage } from './language.ts'

export const replayWords = inLanguage({ en })
