/** Records as CSV (RFC 4180): a header of all their fields, in the order in which they first come. */
import { isRaw } from '#server/platform/json/raw-json.ts'

/** What is no text keeps its JSON; what is missing and what is null are empty. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return isRaw(value) ? value.rawJSON : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)

/** A record that is no object stands in the column `value`. */
export function csvOf(records: readonly unknown[], delimiter: string): string {
  const rows = records.map((record) => (isRecord(record) ? record : { value: record }))
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  const quoted = (text: string) =>
    text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const line = (cells: readonly string[]) => {
    const written = cells.map(quoted).join(delimiter)
    // An empty line is no row.
    return `${written === '' ? '""' : written}\r\n`
  }
  const columns = [...names]
  return (
    line(columns) + rows.map((row) => line(columns.map((name) => cellText(Object.hasOwn(row, name) ? row[name] : null)))).join('')
  )
}
