/** Lines of CSV after RFC 4180, in which no text can become a formula (threat T-CSV). */

/** What a spreadsheet takes for the begin of a formula, also in the full width of East Asia, and also behind what cannot be seen. */
const trigger = /^(?:[\s\p{Cc}\p{Cf}]|\u034f)*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/u

function fieldOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return `"${(trigger.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(fieldOf).join(',')}\r\n`
