/** Turns a response that is XML, CSV or NDJSON into the JSON document of the same records, so that everything behind it reads one format. */
import { setImmediate as breathe } from 'node:timers/promises'

import { JsonError } from '#server/platform/json/exact.ts'
import type { Path } from '#server/platform/json/path.ts'
import type { ListPlace } from '../splitting/cutting.ts'
import { takeLines } from './lines.ts'
import { takeRows, takeUnclosed } from './rows.ts'
import { type Reading, textSlices } from './sniffing.ts'
import { BadLine, ContentFault, type Taken } from './taking.ts'
import { createXmlReader, XmlFault } from './xml.ts'
import { repeatingIn } from './xml-lists.ts'

/** `list` is where its records stand when that was not said. */
export type Converted = { readonly bytes: Buffer; readonly list: Path | null }

/** Bytes of the JSON that is made of a response: names of columns are repeated in each record. */
const convertedMax = 100 * 1024 * 1024

/** Names what stands in the place of a line or an element that is no record. Neither a column nor an element can have this name. */
const unreadableName = '\u0000unreadable'

const badRecord = (line: number, reason: string) => JSON.stringify({ [unreadableName]: { line, reason } })

/** The line and the sentence of a record that could not be read; null for a record. */
export function badLineIn(record: unknown): BadLine | null {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, unreadableName)) return null
  const { line, reason } = (record as Record<string, { line?: unknown; reason?: unknown }>)[unreadableName] ?? {}
  return new BadLine(Number(line), String(reason))
}

/** Texts one after another, in one piece of memory that grows. */
function createWriter(expected: number) {
  let bytes = Buffer.allocUnsafe(Math.min(convertedMax, Math.max(1_024, expected)))
  let used = 0
  return {
    write(text: string) {
      const most = text.length * 3
      if (used + most > bytes.length) {
        const exact = used + Buffer.byteLength(text)
        if (exact > convertedMax) throw new JsonError('too-large', 'Its records take more than 100 MB as JSON.')
        const grown = Buffer.allocUnsafe(Math.min(convertedMax, Math.max(exact, bytes.length * 2)))
        bytes.copy(grown, 0, 0, used)
        bytes = grown
      }
      used += bytes.write(text, used)
    },
    end: () => bytes.subarray(0, used),
  }
}

/** Bytes in another encoding as UTF-8. */
async function inUtf8(bytes: Uint8Array, charset: string): Promise<Buffer> {
  if (charset === 'utf-8') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const out = createWriter(bytes.length)
  for (const text of textSlices(bytes, charset)) {
    out.write(text)
    await breathe()
  }
  return out.end()
}

/** @param isGuess where the list is not known, the element that repeats most is taken for it. Throws `JsonError`. */
export async function convertedToJson(bytes: Uint8Array, reading: Reading, list: ListPlace, isGuess = false): Promise<Converted> {
  try {
    if (reading.format === 'xml') return await ofXml(bytes, reading, list, isGuess)
    const utf8 = await inUtf8(bytes, reading.charset)
    return { bytes: reading.format === 'json' ? utf8 : await ofLines(utf8, reading), list: null }
  } catch (thrown) {
    if (thrown instanceof XmlFault)
      throw new JsonError(thrown.kind === 'not-xml' ? 'not-json' : thrown.kind, thrown.message, { cause: thrown })
    if (!(thrown instanceof ContentFault)) throw thrown
    throw new JsonError(thrown.code === 'source/too-large' ? 'too-large' : 'not-json', `It ${thrown.message}`, { cause: thrown })
  }
}

async function ofLines(bytes: Buffer, { format, delimiter, quote, hasHeader }: Reading): Promise<Buffer> {
  const out = createWriter(bytes.length * 1.5)
  const form = { delimiter, quote, hasHeader }
  // A line of spreadsheets that says what separates the columns is no row.
  const said = format === 'csv' ? /^(?:\ufeff)?sep=.\r?\n/.exec(bytes.subarray(0, 16).toString('utf8'))?.[0] : undefined
  let offset = said === undefined ? 0 : Buffer.byteLength(said)
  let line = said === undefined ? 0 : 1
  let header: readonly string[] | null = null
  let count = 0
  out.write('[')
  while (offset < bytes.length) {
    const cutting = { bytes: bytes.subarray(offset), isEnd: true, isStart: offset === 0, line, header }
    let taken: Taken = format === 'csv' ? await takeRows(cutting, form) : await takeLines(cutting)
    if (taken.used === 0 && format === 'csv') taken = takeUnclosed(cutting) ?? taken
    for (const record of taken.records) {
      const text = record instanceof BadLine ? badRecord(record.line, record.reason) : textOf(record, line + count + 1)
      out.write(count === 0 ? text : `,${text}`)
      count += 1
    }
    if (taken.used === 0) break
    offset += taken.used
    line += taken.lines
    header = taken.header
    await breathe()
  }
  out.write(']')
  return out.end()
}

/** A record that has the name of a bad line is none. */
const textOf = (record: unknown, line: number): string =>
  badLineIn(record) === null ? JSON.stringify(record) : badRecord(line, 'The line contains a name that is not allowed.')

/** The names of a path; null where it holds anything else. */
function namesIn(path: Path): readonly string[] | null {
  const names = path.flatMap((step) => (step.kind === 'name' ? [step.name] : []))
  return names.length === path.length && names.length > 0 ? names : null
}

async function ofXml(bytes: Uint8Array, reading: Reading, place: ListPlace, isGuess: boolean): Promise<Converted> {
  const slices = () => textSlices(bytes, reading.charset)
  const isWhole = place.at === 'whole' && !isGuess
  const list = isWhole ? null : place.at === 'path' ? namesIn(place.path) : await repeatingIn(slices(), isGuess)
  const records = createWriter(list === null ? 0 : bytes.length)
  let count = 0
  const reader = createXmlReader({
    ...(list === null ? {} : { list }),
    lists: reading.lists,
    onItem: (item) => {
      const json = 'json' in item ? item.json : badRecord(item.line, item.fault)
      records.write(count === 0 ? json : `,${json}`)
      count += 1
    },
  })
  for (const text of slices()) {
    reader.write(text)
    await breathe()
  }
  const around = reader.end()
  if (list === null) return { bytes: Buffer.from(around), list: null }
  return { bytes: withRecords(around, list, records.end()), list: list.map((name) => ({ kind: 'name', name })) }
}

/** The document with its records in the place of the empty list at the path. */
function withRecords(around: string, names: readonly string[], records: Buffer): Buffer {
  const mark = '\u0000records'
  const document: unknown = JSON.parse(around)
  let holder = document as Record<string, unknown> | undefined
  for (const name of names.slice(0, -1)) holder = holder?.[name] as Record<string, unknown> | undefined
  const last = names.at(-1) ?? ''
  if (typeof holder !== 'object' || holder === null || !Array.isArray(holder[last])) return Buffer.from(around)
  holder[last] = mark
  const text = JSON.stringify(document)
  const at = text.indexOf(JSON.stringify(mark))
  return Buffer.concat([
    Buffer.from(`${text.slice(0, at)}[`),
    records,
    Buffer.from(`]${text.slice(at + JSON.stringify(mark).length)}`),
  ])
}
