import { palette as en } from './en/palette.ts'
import { inLanguage } from './language.ts'

export const paletteWords = inLanguage({ en })
