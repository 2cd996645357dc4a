/** The outbox: pages of deliveries, written in the commit that moves the run's checkpoint. */
import { type Kysely, sql } from 'kysely'
import type { Problem } from '#contract/kit/problem.ts'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Checkpoint } from '../runs/next-run.repository.ts'
import { asOwner, type ClaimedRun, type Lease, OwnershipLost } from '../runs/run-leases.repository.ts'
import { type PartOf, pagesOf } from '../runs/run-part.repository.ts'
import { keepPartPage } from '../runs/run-parts.repository.ts'
import { type Delivery, deliveriesOf, type PageOf } from './delivery.repository.ts'
import { minuteOf } from './ledger-deltas.repository.ts'
import { contentOf, countRequests, outlineOf, type PageContent, positionOf, storedBodyOf } from './page-content.repository.ts'
import type { StoredRecords } from './read-records.repository.ts'

type Db = Kysely<Tables>

/** A record that ends before it is delivered. */
export type EndedRecord = {
  readonly position: number
  readonly key: string
  readonly status: 'failure' | 'skipped' | 'left-out'
  readonly error: Problem
}

export type NewPage = {
  /** Counted from 1. */
  readonly number: number
  /** The number of the destination that its records go to (`routes`). */
  readonly route: number
  readonly startpoint: string
  /** It is no further page of the source. */
  readonly isAgain: boolean
  readonly endpoint: string
  readonly fingerprint: string
  readonly readAt: Date
  readonly version: number
  /** Lines of the page: records of the source, or what a split made of them. */
  readonly recordCount: number
  /** Records of the source that this page has the last line of; null where each record is one line. */
  readonly sourceRecords: number | null
  /** Microseconds that mapping all of it took. */
  readonly mappingTime: number
  readonly content: PageContent
  /** Null: the records as they were read are not kept. */
  readonly asRead: StoredRecords | null
  /** Of a connector that keeps no payloads: what is kept of the body until it is delivered. */
  readonly seal: ((bytes: Buffer) => Buffer) | null
  readonly identities: Buffer | null
  readonly ended: readonly EndedRecord[]
  /** Records that are not sent again, because the same version of them was delivered. They have no line in the ledger. */
  readonly unchanged: number
  /** Where reading goes on after this page. */
  readonly checkpoint: Checkpoint
  readonly note: string | null
  /** The columns or fields that its source declares to name the records, as JSON; null where it declares none. */
  readonly namedBy: string | null
  /** Lines of the mapping that no record up to the end of this page has contained. */
  readonly unmetLines: readonly number[] | null
  /** Records since the last one that contained what a line reads, by the place of the line. */
  readonly linesSince: readonly number[] | null
}

const listText = (numbers: readonly number[] | null) => (numbers === null ? null : `{${numbers.join(',')}}`)

const endedInSql = ({ position, key, status, error }: EndedRecord) => ({ p: position, k: key, u: status, e: error })

/**
 * Keeps a page: body, outline, the records as read, what ended already, and the checkpoint, in one statement and so in one commit. Throws `OwnershipLost` when the
 * run is not this owner's any more or has this page already; nothing is written then.
 */
export function keepPage(db: Db, lease: Lease, page: NewPage): Promise<void> {
  const { part } = lease
  if (!part) return writePage(db, lease, page, page.number - 1)
  return asOwner(
    db,
    lease,
    (tx, owner) => writePage(tx, owner, page, null),
    (tx) => keepPartPage(tx, { ...lease, part }, { ...page, leftOut: poisonedIn(page) }),
  )
}

const poisonedIn = ({ ended }: NewPage) => ended.filter(({ error }) => error.code === 'record/poison').length

/** @param before pages of the run that are kept; null: the row of a part tells, and keeps where reading goes on. */
async function writePage(db: Db, lease: Lease, page: NewPage, before: number | null): Promise<void> {
  const { ended, unchanged, content, asRead, recordCount } = page
  const countOf = (of: EndedRecord['status']) => ended.filter(({ status }) => status === of).length
  const [failed, skipped, leftOut] = [countOf('failure'), countOf('skipped'), countOf('left-out')]
  const isPart = before === null
  const { note } = page
  const { rows } = await statement(db)`-- prepared: keep-page
    with own as (
      update runs set checkpoint = case when ${isPart}::boolean then checkpoint else ${JSON.stringify(page.checkpoint)}::jsonb end, pages_read = pages_read + 1,
        pages_again = pages_again + ${Number(page.isAgain)}::int, stalls = 0, suspect = null, suspect_count = null,
        suspected = null, suspected_count = null, suspect_hits = 0, left_out = left_out + ${poisonedIn(page)}::int,
        records_read = records_read + ${recordCount}::int, records_failed = records_failed + ${failed}::int,
        records_skipped = records_skipped + ${skipped}::int, records_unchanged = records_unchanged + ${unchanged}::int,
        source_records_read = coalesce(source_records_read + ${page.sourceRecords}::int, ${page.sourceRecords}::int, source_records_read),
        records_left_out = records_left_out + ${leftOut}::int, named_by = coalesce(named_by, ${page.namedBy}::text),
        note = case when ${note}::text is null or position(${note}::text in note) > 0 then note when note is null then ${note}::text
          else left(note || ' ' || ${note}::text, 2000) end,
        unmet_lines = ${isPart ? null : listText(page.unmetLines)}::int[], lines_since = ${isPart ? null : listText(page.linesSince)}::int[]
      where id = ${lease.id}::uuid and company_id = ${lease.companyId}::uuid and owner = ${lease.owner} and epoch = ${lease.epoch}::int
        and (${isPart}::boolean or pages_read = ${before}::int)
      returning id, company_id, connector_id),
    kept as (
      insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records,
        unchanged_records, source_startpoint, destination_endpoint, fingerprint, read_at, mapping_us, outline, body, identities, sealed, route)
      select company_id, connector_id, id, ${page.version}::int, ${page.number}::int, ${content.first}::int, ${recordCount}::int,
        ${recordCount - ended.length - unchanged}::int, ${unchanged}::int, ${page.startpoint}, ${page.endpoint}, ${page.fingerprint}, ${page.readAt}::timestamptz,
        ${page.mappingTime}::int, ${outlineOf(content)}, ${page.seal ? page.seal(storedBodyOf(content)) : storedBodyOf(content)}::bytea, ${page.identities}::bytea, ${page.seal !== null}::boolean, ${page.route}::smallint
      from own),
    read as (
      insert into read_pages (company_id, connector_id, run_id, number, read_at, body, terms)
      select company_id, connector_id, id, ${page.number}::int, ${page.readAt}::timestamptz, ${asRead?.body ?? null}::bytea, ${asRead?.terms ?? null}::bytea
      from own where ${asRead !== null}::boolean),
    booked as (
      insert into transactions (company_id, run_id, position, page, status, took_ms, record_key, error)
      select own.company_id, own.id, f.p, ${page.number}::int, f.u::transaction_status,
        least(2147483647, extract(epoch from now() - ${page.readAt}::timestamptz) * 1000)::int, f.k, f.e
      from own, json_to_recordset(${jsonText(ended.map(endedInSql))}::json) as f(p int, k text, u text, e jsonb)),
    summed as (
      insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms, unchanged, left_out)
      select company_id, connector_id, to_timestamp(${minuteOf(page.readAt)}::float8), 0, ${failed}::int, ${skipped}::int, 0, 0,
        ${unchanged}::int, ${leftOut}::int
      from own where ${ended.length + unchanged}::int > 0)
    select 1 from own`
  if (rows.length === 0) throw new OwnershipLost(lease.id)
  const { companyId, connectorId } = lease
  await changed(db, { companyId, connectorId, what: ended.length > 0 ? 'records' : 'run' })
}

/** A delivery that waits. */
export type PendingDelivery = {
  readonly delivery: Delivery
  /** Number of its last attempt, and of those the ones that were made before it was divided from another delivery. */
  readonly attempts: number
  readonly inherited: number
  readonly notBefore: Date | null
  /** Whether a request that must not be made twice may have been made. */
  readonly isBegun: boolean
  /** Whether it may have arrived: the response to an attempt was lost. */
  readonly isInDoubt: boolean
  /** Whether it may have been on its way when the run was broken off, and how many of its attempts say only that. */
  readonly isCutOff: boolean
  readonly cuts: number
  /** Why its last attempt failed; null when none did. */
  readonly error: Problem | null
}

type Tried = {
  readonly position: number
  readonly number: number
  readonly outcome: string
  readonly ends: string | null
  readonly next_attempt_at: Date | null
  readonly parts: readonly (readonly number[])[] | null
  readonly error: Problem | null
}

/** A run, or one part of it. */
export type RunOf = { readonly companyId: string; readonly id: string; readonly part?: PartOf | null }

/** Opens a body that is sealed. */
export type Opening = (kept: Buffer) => Buffer
const asStored: Opening = (kept) => kept

/** Of one destination, the pages after a number and up to another, as many as hold so many records that wait: one more where that is not reached exactly. */
export type PendingOf = { readonly route: number; readonly after: number; readonly until: number; readonly records: number }

/** The last page of those that are opened at once; null where nothing waits. */
async function lastPendingPage(
  db: Db,
  { companyId, id }: RunOf,
  { route, after, until, records }: PendingOf,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(number) as last from (
      select number, sum(pending_records) over (order by number) - pending_records as before from source_pages
      where company_id = ${companyId} and run_id = ${id} and route = ${route} and number > ${after} and number <= ${until} and pending_records > 0) p
    where before < ${records}`.execute(db)
  return rows[0]?.last ?? null
}

/** How many records of a run wait for a destination. */
export async function pendingRecords(db: Db, { companyId, id }: RunOf, route: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(pending_records), 0)::int as count from source_pages
    where company_id = ${companyId} and run_id = ${id} and route = ${route} and pending_records > 0`.execute(db)
  return rows[0]?.count ?? 0
}

async function pendingPages(db: Db, { companyId, id, part }: RunOf, open: Opening, of: PendingOf | null): Promise<PageOf[]> {
  const last = of === null ? pagesOf(part).until : await lastPendingPage(db, { companyId, id }, of)
  if (last === null) return []
  const rows = await db
    .selectFrom('source_pages')
    .select(['number', 'body', 'outline', 'read_at', 'first_position', 'route'])
    .where('company_id', '=', companyId)
    .where('run_id', '=', id)
    .where('number', '>', of?.after ?? pagesOf(part).after)
    .where('number', '<=', last)
    .where('pending_records', '>', 0)
    .$if(of !== null, (query) => query.where('route', '=', of?.route ?? 0))
    .orderBy('number')
    .execute()
  return rows.map(({ number, body, outline, read_at, first_position, route }) => {
    return { number, route, readAt: read_at, content: contentOf(outline, open(body), first_position) }
  })
}

/** What a run has in its outbox, in order: what an owner finds who takes the run over. @param of null: of all destinations. */
export async function pendingDeliveries(
  db: Db,
  run: RunOf,
  open: Opening = asStored,
  of: PendingOf | null = null,
): Promise<PendingDelivery[]> {
  const pages = await pendingPages(db, run, open, of)
  const deliveries = pages.flatMap(deliveriesOf)
  const first = deliveries[0]?.position
  if (first === undefined) return []
  const last = deliveries.at(-1)?.positions().at(-1) ?? first
  const settledRows = await db
    .selectFrom('transactions')
    .select('position')
    .where('company_id', '=', run.companyId)
    .where('run_id', '=', run.id)
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute()
  const tried: Tried[] = await db
    .selectFrom('attempts')
    .select(['position', 'number', 'outcome', 'ends', 'next_attempt_at', 'parts', 'error'])
    .where('company_id', '=', run.companyId)
    .where('run_id', '=', run.id)
    .where('position', '>=', first)
    .where('position', '<=', last)
    .orderBy('number')
    .execute()
  return unfolded(deliveries, new Set(settledRows.map(({ position }) => position)), tried)
}

/** Follows every delivery through the parts that it was divided into to those that are not settled. */
function unfolded(deliveries: readonly Delivery[], settled: ReadonlySet<number>, tried: readonly Tried[]): PendingDelivery[] {
  const byPosition = Map.groupBy(tried, ({ position }) => position)
  const isCut = ({ outcome, error }: Tried) => outcome === 'unknown' && error?.code === 'destination/cut-off'
  const unfold = (
    delivery: Delivery,
    inherited: number,
    notBefore: Date | null,
    was: Pick<PendingDelivery, 'isCutOff' | 'isInDoubt'>,
  ): PendingDelivery[] => {
    const own = (byPosition.get(delivery.position) ?? []).filter(({ number }) => number > inherited)
    const division = own.find(({ parts }) => parts !== null)
    const isTry = (it: Tried) => it.outcome !== 'not-sent' && !isCut(it) && it.number <= (division?.number ?? it.number)
    const tries = own.filter(isTry)
    const cuts = own.filter(isCut).length
    const isCutOff = was.isCutOff || cuts > 0
    const isInDoubt =
      was.isInDoubt || own.some((it) => it.outcome === 'unknown' && !isCut(it) && it.number <= (division?.number ?? it.number))
    if (tries.length > 0) countRequests(delivery.page.content, delivery.ordinals, tries.length)
    if (division) {
      const parts = partsOf(delivery, division.parts ?? [])
      const stays = { isCutOff, isInDoubt: isInDoubt && division.outcome === 'partial' }
      return parts.flatMap((part) => unfold(part, division.number, division.next_attempt_at, stays))
    }
    if (delivery.positions().every((position) => settled.has(position))) return []
    const last = own.at(-1)
    const attempts = last?.number ?? inherited
    const waits = last ? last.next_attempt_at : notBefore
    const [isBegun, error] = [last?.ends === 'begun', last?.error ?? null]
    return [{ delivery, attempts, inherited, notBefore: waits, isBegun, isInDoubt, isCutOff, cuts, error }]
  }
  return deliveries.flatMap((delivery) => unfold(delivery, 0, null, { isCutOff: false, isInDoubt: false }))
}

function partsOf(delivery: Delivery, parts: readonly (readonly number[])[]): Delivery[] {
  const { content } = delivery.page
  // A part may hold records of a sibling, so all of the page are asked.
  const ordinals = new Map(content.keys.map((_, ordinal) => [positionOf(content, ordinal), ordinal]))
  return parts.map((positions) => delivery.part(positions.map((position) => ordinals.get(position) ?? 0)))
}

/** What a run has read: what was asked, and fingerprints of what came; to notice a source that goes round in circles. */
export async function pagesSeen(db: Db, { companyId, id, part }: RunOf): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source_pages')
    .select(['fingerprint', 'source_startpoint'])
    .where('company_id', '=', companyId)
    .where('run_id', '=', id)
    .where('number', '>', pagesOf(part).after)
    .where('number', '<=', pagesOf(part).until)
    .execute()
  return new Set(rows.flatMap(({ fingerprint, source_startpoint }) => [fingerprint, source_startpoint]))
}

/** The marks of the records that a run has read, page by page. */
export async function* identitiesSeen(db: Db, { companyId, id, part }: RunOf): AsyncGenerator<Buffer, void, void> {
  const atOnce = 500
  for (let from = pagesOf(part).after; ; from += atOnce) {
    const rows = await db
      .selectFrom('source_pages')
      .select('identities')
      .where('company_id', '=', companyId)
      .where('run_id', '=', id)
      .where('number', '>', from)
      .where('number', '<=', from + atOnce)
      .execute()
    if (rows.length === 0) return
    for (const { identities } of rows) if (identities) yield identities
  }
}

// Erases what connectors that keep no payloads do not have to deliver any more.

/** What failed in a run that is not over may be what the next run has to send: that is known at its end. */
const isDone = sql`p.sealed and p.pending_records = 0 and exists (
  select from runs r where r.id = p.run_id and r.unsent = 0 and (r.status in ('succeeded', 'failed', 'cancelled') or not exists (
    select from transactions t where t.run_id = p.run_id and t.page = p.number and t.status = 'failure')))`

/** Of the connector of a run that keeps none: pages of which nothing waits, neither in their run nor for the next one. */
export async function forgetDelivered(
  db: Db,
  { companyId, connectorId, isPrivate }: Pick<ClaimedRun, 'companyId' | 'connectorId' | 'isPrivate'>,
): Promise<void> {
  if (!isPrivate) return
  await sql`update source_pages p set body = '', sealed = false
    where p.connector_id = ${connectorId} and p.company_id = ${companyId} and ${isDone}`.execute(db)
}

/** Of all connectors: what a crash or a cancelled run left. */
export async function forgetLeft(db: Db): Promise<void> {
  await sql`update source_pages p set body = '', sealed = false where ${isDone}`.execute(db)
}
