import { canvas as en } from './en/canvas.ts'
import { inLanguage } from './language.ts'

export const canvasWords = inLanguage({ en })
