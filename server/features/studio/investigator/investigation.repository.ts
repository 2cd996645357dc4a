/**
 * Searching a connector's transactions. Filters of pages say which may hold the words (`search-terms.ts`); errors and endpoints, which come later or
 * belong to whole pages, are asked for by themselves. Those pages are opened, newest or oldest first, and their records are looked at one by one.
 */
import { zstdDecompressSync } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { foundMax, openedPagesMax } from '#contract/studio/investigation.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { elementsOf, everyPhrase, phrasesIn, prefixSearch, type Search } from '#server/platform/search/search-query.ts'
import { contentOf, type PageContent, positionOf, recordBytes } from '#server/records/ledger/page-content.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import type { LedgerRow } from '../../connectors/runs/transaction-rows.repository.ts'
import { transactionIdOf } from '../../connectors/runs/transaction-rows.repository.ts'
import { type Candidate, candidatesOf, type InvestigationFilter, isTransactionId } from './investigation-pages.repository.ts'

type Db = Kysely<Tables>

/** A record of the ledger, or one that waits. */
export type Place = { readonly runId: string; readonly position: number; readonly page: number }

export type Found = {
  readonly places: readonly Place[]
  /** There are more, which were not looked for. */
  readonly isMore: boolean
  /** When the last page was read that was opened; null when all were. */
  readonly until: Date | null
  /** How the last word begins of what was found, when nothing held it whole. */
  readonly beginning: string | null
}

/** Bytes of bodies, as they are kept, that are opened at once: nobody waits longer for their turn than that takes. */
const openedBytes = 400_000

type Opened = {
  readonly run_id: string
  readonly number: number
  readonly first_position: number
  readonly record_count: number
  readonly source_startpoint: string
  readonly destination_endpoint: string
  readonly read_at: Date
  readonly outline: string
  readonly body: Buffer
  readonly as_read: Buffer | null
}

async function open(db: Db, companyId: string, keys: readonly Candidate[]): Promise<Map<string, Opened>> {
  const { rows } = await sql<Opened>`
    select p.run_id, p.number, p.first_position, p.record_count, p.source_startpoint, p.destination_endpoint, p.read_at, p.outline, p.body,
      q.body as as_read
    from json_to_recordset(${JSON.stringify(keys.map(({ r, n }) => ({ r, n })))}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    left join read_pages q on q.run_id = k.r and q.number = k.n and ${withinRuns('q.run_id', keys)}
    where ${withinRuns('p.run_id', keys)} and p.company_id = ${companyId}`.execute(db)
  return new Map(rows.map((row) => [`${row.run_id}/${row.number}`, row]))
}

type Line = Pick<LedgerRow, 'run_id' | 'position' | 'status'> & { readonly number: number; readonly told: string | null }

/** What of the ledger some pages need to be looked at: errors, ids in the destination, and which records have which status. */
async function linesOf(db: Db, companyId: string, keys: readonly Candidate[], which: RawBuilder<unknown>): Promise<Line[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Line>`
    select t.run_id, t.position, t.status, p.number, case when t.status = 'success' then t.remote_id else
      concat_ws(' ', coalesce(t.error, a.error) ->> 'message', coalesce(t.error -> 'answer', a.error -> 'answer', a.answer) ->> 'body') end as told
    from json_to_recordset(${JSON.stringify(keys.map(({ r, n }) => ({ r, n })))}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    join transactions t on t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1
    left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt and ${withinRuns('a.run_id', keys)}
    where ${withinRuns('p.run_id', keys)} and ${withinRuns('t.run_id', keys)} and t.company_id = ${companyId} and ${which}`.execute(
    db,
  )
  return rows
}

/** Phrases by the record's place in the page. */
function asDelivered(search: Search, content: PageContent, found: Map<number, number>): void {
  if (content.isPrivate || phrasesIn(search, content.body, true) === 0) return
  for (const ordinal of content.keys.keys()) {
    const bits = phrasesIn(search, recordBytes(content, ordinal), true)
    const at = positionOf(content, ordinal) - content.first
    if (bits !== 0) found.set(at, (found.get(at) ?? 0) | bits)
  }
}

function asRead(search: Search, kept: Buffer | null, found: Map<number, number>): void {
  if (!kept) return
  const text = zstdDecompressSync(kept)
  if (phrasesIn(search, text, true) === 0) return
  for (const [at, record] of elementsOf(text).entries()) {
    const bits = phrasesIn(search, record, true)
    if (bits !== 0) found.set(at, (found.get(at) ?? 0) | bits)
  }
}

/** The places in a page whose records hold all that is searched for; `told` are what the ledger says of some of its records. */
function matchesOn(page: Opened, search: Search, told: readonly Line[], wantsIds: boolean): number[] {
  const found = new Map<number, number>()
  const content = contentOf(page.outline, page.body, page.first_position)
  asDelivered(search, content, found)
  asRead(search, page.as_read, found)
  for (const line of told) {
    const bits = line.told === null ? 0 : phrasesIn(search, Buffer.from(line.told), false)
    const at = line.position - page.first_position
    if (bits !== 0) found.set(at, (found.get(at) ?? 0) | bits)
  }
  const all = everyPhrase(search)
  const ofPage = phrasesIn(search, Buffer.from(`${page.source_startpoint} ${page.destination_endpoint}`), false)
  const matches: number[] = []
  for (let at = 0; at < page.record_count; at += 1) {
    const id = wantsIds ? transactionIdOf(page.run_id, page.first_position + at) : ''
    const bits = ofPage | (found.get(at) ?? 0) | (wantsIds ? phrasesIn(search, Buffer.from(id), false) : 0)
    if (bits === all) matches.push(at)
  }
  return matches
}

function* partsOf(candidates: readonly Candidate[]): Generator<Candidate[]> {
  let part: Candidate[] = []
  let bytes = 0
  for (const candidate of candidates) {
    if (part.length > 0 && bytes + candidate.kept > openedBytes) {
      yield part
      part = []
      bytes = 0
    }
    part.push(candidate)
    bytes += candidate.kept
  }
  if (part.length > 0) yield part
}

const statusesOf = {
  success: ['success'],
  failure: ['failure'],
  skipped: ['skipped'],
  'left-out': ['left-out'],
  pending: ['waiting', 'unknown'],
} as const

/** Whether a record ended as it is asked for; what has no line waits. */
function hasStatus(lines: ReadonlyMap<string, LedgerRow['status']>, status: Transaction['status'], { runId, position }: Place) {
  const wanted: readonly string[] = statusesOf[status]
  return wanted.includes(lines.get(`${runId}/${position}`) ?? 'waiting')
}

/** Looks at some pages and hands over what was found on them, part by part. */
export async function* matchesIn(
  db: Db,
  filter: InvestigationFilter,
  candidates: readonly Candidate[],
): AsyncGenerator<{ readonly places: readonly Place[]; readonly readAt: Date }> {
  const { companyId, search, status, order } = filter
  const wantsIds = search.phrases.some(({ text }) => isTransactionId(text))
  for (const part of partsOf(candidates)) {
    const pages = await open(db, companyId, part)
    const told = Map.groupBy(
      await linesOf(
        db,
        companyId,
        part.filter(({ isTold }) => isTold),
        sql`(t.status <> 'success' or t.remote_id is not null)`,
      ),
      ({ run_id, number }) => `${run_id}/${number}`,
    )
    let readAt = new Date(0)
    let places: Place[] = []
    for (const { r, n } of part) {
      const page = pages.get(`${r}/${n}`)
      if (!page) continue
      readAt = page.read_at
      const matches = matchesOn(page, search, told.get(`${r}/${n}`) ?? [], wantsIds)
      if (order === 'newest') matches.reverse()
      places.push(...matches.map((at) => ({ runId: r, position: page.first_position + at, page: n })))
    }
    if (status !== undefined && places.length > 0) {
      const holding = part.filter(({ r, n }) => places.some(({ runId, page }) => runId === r && page === n))
      const lines = await linesOf(db, companyId, holding, sql`true`)
      const statuses = new Map(lines.map((line) => [`${line.run_id}/${line.position}`, line.status]))
      places = places.filter((place) => hasStatus(statuses, status, place))
    }
    yield { places, readAt }
  }
}

async function foundWith(db: Db, filter: InvestigationFilter): Promise<Omit<Found, 'beginning'>> {
  const { candidates, isCut, since } = await candidatesOf(db, filter, openedPagesMax)
  const places: Place[] = []
  let until: Date | null = null
  for await (const part of matchesIn(db, filter, candidates)) {
    places.push(...part.places)
    if (places.length > foundMax) return { places: places.slice(0, foundMax), isMore: true, until: null }
    until = part.readAt
  }
  return { places, isMore: false, until: isCut ? until : since }
}

/** What is found up to `foundMax` records and `openedPagesMax` pages. Where nothing holds the last word whole, it is taken for a beginning. */
export async function investigate(db: Db, filter: InvestigationFilter): Promise<Found> {
  const found = await foundWith(db, filter)
  const search = found.places.length === 0 ? prefixSearch(filter.search) : null
  if (search === null) return { ...found, beginning: null }
  const begun = await foundWith(db, { ...filter, search })
  return { ...begun, beginning: begun.places.length === 0 ? null : (search.phrases.at(-1)?.beginning ?? null) }
}

/** The filter by which `investigate` finds: as it stands, or with its last word as a beginning where nothing holds that whole. */
export async function settled(db: Db, filter: InvestigationFilter): Promise<InvestigationFilter> {
  const search = prefixSearch(filter.search)
  if (search === null) return filter
  const { candidates } = await candidatesOf(db, filter, openedPagesMax)
  for await (const { places } of matchesIn(db, filter, candidates)) if (places.length > 0) return filter
  return { ...filter, search }
}
