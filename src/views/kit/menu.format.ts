import type { menuTitles } from './menu.messages.ts'

export type MenuPath = keyof typeof menuTitles
