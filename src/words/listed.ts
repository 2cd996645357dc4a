import { locale } from './language.ts'

const list = new Intl.ListFormat(locale, { type: 'unit' })

/** "3 failed, 1 skipped" */
export const listed = (parts: readonly string[]) => list.format(parts)
