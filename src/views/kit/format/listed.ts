import { locale } from './language.ts'

const list = new Intl.ListFormat(locale, { type: 'unit' })

/** "3 failed, 1 skipped" */
export const listed = (parts: readonly string[]) => list.format(parts)

/** The same in its parts, the words between them too. */
export const listedInParts = (parts: readonly string[]) => list.formatToParts(parts)
