import { configEditor as en } from './en/config-editor.ts'
import { inLanguage } from './language.ts'

export const configEditorWords = inLanguage({ en })
