/** CSV: the first row names the columns, every value is a text. */
import { isUtf8 } from 'node:buffer'
import { finished } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

import { ContentFault, type Cutting, partBytes, partRecords, recordMax, type Taken } from './taking.ts'

type Row = { readonly record: readonly string[]; readonly info: { readonly bytes: number; readonly lines: number } }

const sliceBytes = 64 * 1024

const sentences: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'There is text after a closing quote.',
  INVALID_OPENING_QUOTE: 'A value contains a quote but does not begin with one.',
  CSV_MAX_RECORD_SIZE: 'The row is larger than 8 MB.',
}

const faultAt = (line: number, sentence: string, cause?: unknown) =>
  new ContentFault('source/unreadable', `is not CSV at line ${line}. ${sentence}`, { cause })

/** Parses the whole rows of a view until there are `most`. The parser keeps what is left of a row to itself. */
async function rowsOf({ bytes, isEnd, line, isStart }: Cutting, delimiter: string, most: number): Promise<Row[]> {
  const rows: Row[] = []
  let failed: unknown = null
  const parser = parse({
    delimiter,
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
  if (failed instanceof CsvError) {
    const at = line + Number(failed['lines'] ?? 1)
    throw faultAt(at, sentences[failed.code] ?? failed.message, failed)
  }
  if (failed !== null) throw failed
  return rows.slice(0, most).map(({ record, info }) => ({ record, info: { ...info, bytes: info.bytes + from } }))
}

/** Columns of a blob: as many as the widest spreadsheets have. */
const columnsMax = 16_384

function checkHeader(names: readonly string[], line: number): readonly string[] {
  if (names.length > columnsMax) {
    throw new ContentFault('source/too-large', `has ${names.length} columns at line ${line}. At most ${columnsMax} are read.`)
  }
  const seen = new Set<string>()
  for (const [at, name] of names.entries()) {
    if (name === '') throw faultAt(line, `Column ${at + 1} has no name.`)
    if (seen.has(name)) throw faultAt(line, `Two columns are named "${name}".`)
    seen.add(name)
  }
  return names
}

/** Takes the whole rows of a view, up to the size of a part. */
export async function takeRows(cutting: Cutting, delimiter: string): Promise<Taken> {
  const { bytes, line } = cutting
  const rows = await rowsOf(cutting, delimiter, partRecords + (cutting.header ? 0 : 1))
  const used = rows.at(-1)?.info.bytes ?? (cutting.isEnd ? bytes.length : 0)
  const done = bytes.subarray(0, used)
  if (!isUtf8(done))
    throw new ContentFault('source/unreadable', `is not in UTF-8 between the lines ${line + 1} and ${line + countLines(done)}.`)
  const first = cutting.header ? undefined : rows.shift()
  const header = cutting.header ?? (first ? checkHeader(first.record, line + first.info.lines) : null)
  if (!header) return { records: [], used, lines: 0, header }
  const records = rows.map(({ record, info }) => {
    if (record.length === header.length) return Object.fromEntries(header.map((name, at) => [name, record[at]]))
    throw faultAt(line + info.lines, `The row has ${record.length} values for ${header.length} columns.`)
  })
  return { records, used, lines: countLines(done), header }
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1
  return count
}
