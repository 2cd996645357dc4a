/** What a search finds, as the text of a file: lines of JSON or of CSV, every payload in it. */

import { exportedMax, type FileCut, fileCutName } from '#contract/connectors/runs/record-file.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { instantIn } from '#server/platform/time/zoned.ts'
import type { AsRead } from '#server/records/ledger/read-records.repository.ts'
import type { PayloadMask } from '../../connectors/runs/payload-text.ts'
import { csvLine } from '../../kit/spreadsheet.ts'
import type { Place } from './investigation.repository.ts'

/** `pages` of a source that an export opens. */
export type FileLimits = { readonly records: number; readonly pages: number }
export const fileLimits: FileLimits = { records: exportedMax, pages: 20_000 }

/** What is found, a few at a time; `isCut`: not every page that may hold some was looked at. */
export type Parts = { readonly parts: AsyncIterable<readonly Transaction[]>; readonly isCut: boolean }

const columns = [
  ...(['transactionId', 'recordKey', 'recordName', 'remoteId', 'status', 'startDate', 'endDate', 'details'] as const),
  ...([
    'sourceStartpoint',
    'destinationEndpoint',
    'attempts',
    'afterwards',
    'runId',
    'version',
    'sourcePage',
    'sourceIndex',
    'destination',
  ] as const),
] as const

function cellOf(transaction: Transaction, name: (typeof columns)[number], zone: string) {
  const value =
    (name === 'afterwards'
      ? transaction.afterwards?.status
      : name === 'destination'
        ? transaction.destination?.name
        : transaction[name]) ?? null
  return typeof value === 'string' && (name === 'startDate' || name === 'endDate') ? instantIn(zone, value) : value
}

type Writing = {
  readonly head: string
  /** `asRead`: undefined when it is not asked for. */
  readonly line: (transaction: Transaction, payload: unknown, asRead?: unknown) => string
  readonly end: (cut: FileCut, message: string) => string
}

const asLine: Writing = {
  head: '',
  line: (transaction, payload, asRead) =>
    `${JSON.stringify({ ...transaction, recordName: recordNameOf(payload), payload, asRead })}\n`,
  end: (cut, message) => `${JSON.stringify({ [fileCutName]: cut, message })}\n`,
}
const asCsv = (zone: string): Writing => ({
  head: csvLine([...columns, 'payload']),
  line: (transaction, payload) =>
    csvLine([
      ...columns.map((name) => cellOf({ ...transaction, recordName: recordNameOf(payload) }, name, zone)),
      payload === null ? null : JSON.stringify(payload),
    ]),
  end: (cut, message) => csvLine([fileCutName, cut, message]),
})
/** NDJSON is for programs: its times are those of the API. Tables are read by people: theirs are by the clock of a zone. */
export const writingOf = (format: 'ndjson' | 'csv', zone: string) => (format === 'ndjson' ? asLine : asCsv(zone))

const numberFormat = new Intl.NumberFormat('en')
const messageOf = (cut: FileCut, { records, pages }: FileLimits) =>
  cut === 'records'
    ? `This file contains only the first ${numberFormat.format(records)} records. For the rest, choose a shorter period or another search.`
    : `This file is incomplete. The search stopped after ${numberFormat.format(pages)} pages of the source. Choose a shorter period or a rarer word.`

/** Reads some records again, each with its payload as far as they are not too large together. */
type ReadAgain = (places: readonly Place[]) => Promise<readonly Transaction[]>

const placeOf = ({ runId, transactionId, sourcePage }: Transaction): Place => ({
  ...{ runId, page: sourcePage },
  position: Number.parseInt(transactionId.slice(28), 16),
})

/** The same records in the same order. What was too large to come with the others is asked for again: the first that is asked for always comes. */
async function* whole(part: readonly Transaction[], readAgain: ReadAgain): AsyncGenerator<readonly Transaction[]> {
  let rest = part
  for (;;) {
    const ready = rest.findIndex(({ payloadLeftOut }) => payloadLeftOut)
    if (ready === -1) return yield rest
    yield rest.slice(0, ready)
    const others = rest.slice(ready)
    const next = others.findIndex(({ payloadLeftOut }) => !payloadLeftOut)
    const missing = next === -1 ? others : others.slice(0, next)
    rest = [...(await readAgain(missing.map(placeOf))), ...others.slice(missing.length)]
  }
}

/** Of as many transactions as are opened at once, from the first on, the records as they were read; at least one. */
type ReadRecords = (places: readonly Place[]) => Promise<readonly AsRead[]>

type Deps = {
  readonly writing: Writing
  readonly mask: PayloadMask
  readonly readAgain: ReadAgain
  /** Null: the file holds them as they were delivered only. */
  readonly readRecords: ReadRecords | null
  readonly limits: FileLimits
}

/** The lines of some transactions, a few at a time. */
async function* linesOf(ready: readonly Transaction[], { writing: { line }, mask, readRecords }: Deps): AsyncGenerator<string> {
  if (readRecords === null) {
    if (ready.length > 0) yield ready.map((it) => line(it, mask(it.payload))).join('')
    return
  }
  for (let at = 0; at < ready.length; ) {
    const kept = await readRecords(ready.slice(at).map(placeOf))
    const some = ready.slice(at, at + kept.length)
    yield some.map((it, index) => line(it, mask(it.payload), mask(kept[index]?.record ?? null))).join('')
    at += kept.length
  }
}

/** A file that does not hold all that was found says so in its last line. */
export async function* fileOf({ parts, isCut }: Parts, deps: Deps): AsyncGenerator<string, void, void> {
  const { writing, readAgain, limits } = deps
  const { head, end } = writing
  const cutFor = (cut: FileCut) => end(cut, messageOf(cut, limits))
  if (head !== '') yield head
  let left = limits.records
  for await (const part of parts) {
    for await (const ready of whole(part.slice(0, left), readAgain)) {
      yield* linesOf(ready, deps)
    }
    if (part.length > left) return yield cutFor('records')
    left -= part.length
  }
  if (isCut) yield cutFor('pages')
}
