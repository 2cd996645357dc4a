/** Records as they were read, page by page: kept with the page (`keepPage`), opened when somebody replays, compares or looks at them. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { parseExactly } from '../../platform/json/exact.ts'
import { termsOf } from '../../platform/search/search-terms.ts'
import { withinRuns } from '../runs/run-bounds.repository.ts'
import { copyColdRecords } from './cold-copies.repository.ts'

type Db = Kysely<Tables>

/** Of one page: JSON of its records, compressed, and the filter of its words. */
export type StoredRecords = { readonly body: Buffer; readonly terms: Buffer }

const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A page of usual records, used again and again: where each large buffer is mapped by itself (`scripts/memory.mjs`), a fresh one takes longer than what is done with it. */
const scratch = Buffer.allocUnsafeSlow(512 * 1024)
const utf8Most = 3

/** In UTF-8, until the next text. */
function bytesOf(text: string): Buffer {
  return text.length * utf8Most > scratch.length ? Buffer.from(text) : scratch.subarray(0, scratch.write(text))
}

/** What is kept of the records of a page; null stands for one that is not to be made again. `delivered` is the body that was made of them. */
export function storedRecordsOf(records: readonly unknown[], delivered: Buffer): StoredRecords {
  const text = bytesOf(JSON.stringify(records))
  return { body: zstdCompressSync(text, quick), terms: termsOf([text, delivered]) }
}

/** A record of the ledger: its run, and its place in the run. */
export type RecordPlace = { readonly runId: string; readonly position: number }

/** A record as it was read; null where it is not kept. */
export type AsRead = { readonly record: unknown } | null

type Place = { readonly r: string; readonly g: number; readonly f: number; readonly kept: number }

/** Characters of JSON from which on no more records are opened. */
const openedMax = 8_000_000
/** Bytes of bodies, as they are kept, that are read at once. */
const readMax = 2_000_000

const nameOf = (runId: string, page: number) => `${runId}/${page}`

/** The page of each record and its place there; without those that are not kept. */
async function placesOf(db: Db, companyId: string, records: readonly RecordPlace[]): Promise<Map<number, Place>> {
  const given = records.map(({ runId, position }, at) => ({ i: at, r: runId, p: position }))
  const { rows } = await sql<Place & { readonly i: number }>`
    select k.i, p.run_id as r, p.number as g, k.p - p.first_position as f, octet_length(q.body) as kept
    from json_to_recordset(${JSON.stringify(given)}::json) as k(i int, r uuid, p int)
    left join transactions t on t.run_id = k.r and t.position = k.p and ${withinRuns('t.run_id', given)}
    join lateral (
      select s.run_id, s.number, s.first_position, s.record_count from source_pages s
      where s.run_id = k.r and s.company_id = ${companyId} and ${withinRuns('s.run_id', given)}
        and (s.number = t.page or t.page is null and s.first_position <= k.p)
      order by s.number desc limit 1) p on k.p < p.first_position + p.record_count
    join read_pages q on q.run_id = p.run_id and q.number = p.number and ${withinRuns('q.run_id', given)}
    where q.company_id = ${companyId}`.execute(db)
  return new Map(rows.map(({ i, ...place }) => [i, place]))
}

async function bodiesOf(db: Db, companyId: string, places: readonly Place[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ run_id: string; number: number; body: Buffer }>`
    select q.run_id, q.number, q.body from json_to_recordset(${JSON.stringify(places)}::json) as k(r uuid, g int)
    join read_pages q on q.run_id = k.r and q.number = k.g
    where ${withinRuns('q.run_id', places)} and q.company_id = ${companyId}`.execute(db)
  return new Map(rows.map(({ run_id, number, body }) => [nameOf(run_id, number), body]))
}

/** The pages of some records from one on, as many as are read at once, each once. */
function pagesFrom(records: readonly RecordPlace[], places: ReadonlyMap<number, Place>, from: number): Place[] {
  const pages = new Map<string, Place>()
  let bytes = 0
  for (let at = from; at < records.length; at += 1) {
    const place = places.get(at)
    if (!place || pages.has(nameOf(place.r, place.g))) continue
    bytes += place.kept
    if (pages.size > 0 && bytes > readMax) break
    pages.set(nameOf(place.r, place.g), place)
  }
  return [...pages.values()]
}

const recordsIn = (body: Buffer | undefined): readonly unknown[] =>
  body ? (parseExactly(zstdDecompressSync(body).toString()) as unknown[]) : []

/**
 * Records as they were read, in the order that they are asked for: from the first on as many as fit into about 8 MB, and at least one. Numbers that a
 * double cannot hold come as `RawJson`.
 */
export async function recordsOf(db: Db, companyId: string, records: readonly RecordPlace[]): Promise<AsRead[]> {
  if (records.length === 0) return []
  await copyColdRecords(db, companyId, records)
  const places = await placesOf(db, companyId, records)
  const made: AsRead[] = []
  let bodies = new Map<string, Buffer>()
  let open: { readonly name: string; readonly records: readonly unknown[] } = { name: '', records: [] }
  let opened = 0
  for (let at = 0; at < records.length && (at === 0 || opened <= openedMax); at += 1) {
    const place = places.get(at)
    const name = place ? nameOf(place.r, place.g) : ''
    if (place && !bodies.has(name)) bodies = await bodiesOf(db, companyId, pagesFrom(records, places, at))
    if (open.name !== name) open = { name, records: recordsIn(bodies.get(name)) }
    const record = place ? (open.records[place.f] ?? null) : null
    if (record !== null) opened += JSON.stringify(record).length
    made.push(record === null ? null : { record })
  }
  return made
}
