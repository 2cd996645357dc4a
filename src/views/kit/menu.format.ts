import { menu as en } from './en/menu.ts'
import { inLanguage } from './language.ts'

export const menuTitles = inLanguage({ en })

export type MenuPath = keyof typeof menuTitles
