/** Figures as a file for spreadsheets: CSV after RFC 4180, in which no text can become a formula (threat T-CSV). */
import { saveText } from './text-file.service.ts'

export type TableCell = string | number | null

/** What a spreadsheet takes for the begin of a formula, also in the full width of East Asia, and also behind what cannot be seen. */
const trigger = /^(?:[\s\p{Cc}\p{Cf}]|\u034f)*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/u

/** A number stays a number; every text is quoted, so that neither a line break nor another separator ends it. */
function fieldOf(cell: TableCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const safe = trigger.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}

/** Lines end in CR LF, the last one too. What was not measured is empty. */
export const asCsv = (rows: readonly (readonly TableCell[])[]) => rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')

/** Hands the rows to the browser, which keeps them where it keeps downloads. */
export function saveTable(fileName: string, rows: readonly (readonly TableCell[])[]): void {
  saveText(fileName, asCsv(rows), 'text/csv;charset=utf-8')
}
