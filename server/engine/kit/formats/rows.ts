/** CSV: the first row names the columns, every value is a text. */
import { isUtf8 } from 'node:buffer'
import { finished } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

import { BadLine, ContentFault, type Cutting, partBytes, partRecords, recordMax, type Taken } from './taking.ts'

/** How the values of a row are told apart. `quote` is null where there are none; `hasHeader` false: the columns are named `column1`, `column2`. */
export type RowForm = { readonly delimiter: string; readonly quote?: string | null; readonly hasHeader?: boolean }

type Row = { readonly record: readonly string[]; readonly info: { readonly bytes: number; readonly lines: number } }

const sliceBytes = 64 * 1024

const sentences: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quote.',
  INVALID_OPENING_QUOTE: "A value contains a quote but doesn't start with one.",
  CSV_MAX_RECORD_SIZE: 'A quote is never closed, or the row is larger than 8 MB.',
}

const faultAt = (line: number, sentence: string, cause?: unknown) =>
  new ContentFault('source/unreadable', `is not CSV at line ${line}. ${sentence}`, { cause })

/** `fault`: why the line after the rows is not a row; null if nothing is wrong. */
type Parsed = { readonly rows: readonly Row[]; readonly fault: string | null }

/** Parses the whole rows of a view until there are `most`. The parser keeps what is left of a row to itself. */
async function rowsOf({ bytes, isEnd, isStart }: Cutting, { delimiter, quote = '"' }: RowForm, most: number): Promise<Parsed> {
  const rows: Row[] = []
  let failed: unknown = null
  const parser = parse({
    delimiter,
    quote,
    escape: quote,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: recordMax,
  })
  parser.on('data', (row: Row) => rows.push(row))
  parser.on('error', (thrown) => {
    failed ??= thrown
  })
  const from = isStart && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const isEnough = (at: number) => failed !== null || rows.length >= most || (rows.length > 0 && at >= partBytes)
  let at = from
  while (at < bytes.length && !isEnough(at)) {
    parser.write(bytes.subarray(at, at + sliceBytes))
    at += sliceBytes
    await breathe()
  }
  if (isEnd && !isEnough(at)) {
    parser.end()
    await finished(parser).catch(() => {})
  }
  parser.destroy()
  if (failed !== null && !(failed instanceof CsvError)) throw failed
  const whole = rows.slice(0, most).map(({ record, info }) => ({ record, info: { ...info, bytes: info.bytes + from } }))
  const fault = failed instanceof CsvError && rows.length < most ? (sentences[failed.code] ?? failed.message) : null
  return { rows: whole, fault }
}

/** Columns of a blob: as many as the widest spreadsheets have. */
const columnsMax = 16_384

function checkHeader(names: readonly string[], line: number): readonly string[] {
  if (names.length > columnsMax) {
    throw new ContentFault('source/too-large', `has ${names.length} columns at line ${line}. The limit is ${columnsMax}.`)
  }
  const seen = new Set<string>()
  for (const [at, name] of names.entries()) {
    if (name === '') throw faultAt(line, `Column ${at + 1} has no name.`)
    if (seen.has(name)) throw faultAt(line, `Two columns are named "${name}".`)
    seen.add(name)
  }
  return names
}

const numbered = (values: readonly string[]) => values.map((_, at) => `column${at + 1}`)

const notUtf8 = 'It is not UTF-8.'

/** The rows of a view from its beginning to a line that begins none, or up to the size of a part. */
async function takeSome(cutting: Cutting, form: RowForm, most: number): Promise<Taken> {
  const { bytes, line, isEnd } = cutting
  const { rows, fault } = await rowsOf(cutting, form, most + (cutting.header || form.hasHeader === false ? 0 : 1))
  const good = rows.at(-1)?.info.bytes ?? 0
  const isUtf8At = (at: number) => isUtf8(bytes.subarray(rows[at - 1]?.info.bytes ?? 0, rows[at]?.info.bytes))
  const names = cutting.header ?? (form.hasHeader === false && rows[0] ? numbered(rows[0].record) : null)
  const first = names ? undefined : rows[0]
  if (first && !isUtf8At(0)) throw faultAt(line + first.info.lines, notUtf8)
  const header = names ?? (first ? checkHeader(first.record, line + first.info.lines) : null)
  if (!header) {
    if (fault !== null) throw faultAt(line + 1, fault)
    return { records: [], used: isEnd ? bytes.length : 0, lines: 0, header }
  }
  const records = rows.flatMap(({ record, info }, at): unknown[] => {
    if (at === 0 && first) return []
    if (!isUtf8At(at)) return [new BadLine(line + info.lines, notUtf8)]
    if (record.length === header.length) return [Object.fromEntries(header.map((name, column) => [name, record[column]]))]
    return [
      new BadLine(
        line + info.lines,
        `The line has ${record.length} ${record.length === 1 ? 'value' : 'values'} for ${header.length} columns.`,
      ),
    ]
  })
  if (fault === null) {
    const used = rows.length > 0 ? good : isEnd ? bytes.length : 0
    return { records, used, lines: countLines(bytes.subarray(0, used)), header }
  }
  // Reading continues at the next line, so that a quote that is never closed does not consume the rows after it.
  return withBadLine({ records, used: good, lines: countLines(bytes.subarray(0, good)), header }, cutting, fault)
}

/** What was taken, and the line behind it as one that begins no row. Empty lines before it are passed. */
function withBadLine({ records, used, lines, header }: Taken, { bytes, line }: Cutting, reason: string): Taken {
  let from = used
  while (bytes[from] === 0x0a || bytes[from] === 0x0d) from += 1
  const at = bytes.indexOf(0x0a, from)
  const end = at < 0 ? bytes.length : at + 1
  const passed = countLines(bytes.subarray(used, from))
  const bad = new BadLine(line + lines + passed + 1, reason)
  return { records: [...records, bad], used: end, lines: lines + passed + (at < 0 ? 0 : 1), header }
}

/** Takes the whole rows of a view, up to the size of a part. */
export async function takeRows(cutting: Cutting, form: RowForm): Promise<Taken> {
  const { bytes, line, isStart } = cutting
  let taken: Taken = { records: [], used: 0, lines: 0, header: cutting.header }
  for (let isBad = true; isBad && taken.records.length < partRecords && taken.used < Math.min(partBytes, bytes.length); ) {
    const rest = { ...cutting, bytes: bytes.subarray(taken.used), line: line + taken.lines, header: taken.header }
    const more = await takeSome({ ...rest, isStart: isStart && taken.used === 0 }, form, partRecords - taken.records.length)
    isBad = more.records.at(-1) instanceof BadLine
    taken = {
      records: [...taken.records, ...more.records],
      used: taken.used + more.used,
      lines: taken.lines + more.lines,
      header: more.header,
    }
  }
  return taken
}

/** Takes a line that begins a row of more than 8 MB, which is a quote that is never closed; null where the line itself is as long. */
export const takeUnclosed = (cutting: Cutting): Taken | null =>
  cutting.header && cutting.bytes.includes(0x0a)
    ? withBadLine({ records: [], used: 0, lines: 0, header: cutting.header }, cutting, sentences['CSV_QUOTE_NOT_CLOSED'] ?? '')
    : null

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1
  return count
}
