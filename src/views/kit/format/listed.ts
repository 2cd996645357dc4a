/** Words stand between the parts: English, whatever the formats. */
const list = new Intl.ListFormat('en-GB', { type: 'unit' })

/** "3 failed, 1 skipped" */
export const listed = (parts: readonly string[]) => list.format(parts)

/** The same in its parts, the words between them too. */
export const listedInParts = (parts: readonly string[]) => list.formatToParts(parts)
