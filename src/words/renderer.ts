import { renderer as en } from './en/renderer.ts'
import { inLanguage } from './language.ts'

export const rendererWords = inLanguage({ en })
