/** Which pages may hold what is searched for, without opening any. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { RecordOrder } from '#contract/connectors/runs/record-file.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { firstIdAt } from '#server/engine/ledger/partitions.repository.ts'
import { timeOfRun } from '#server/platform/database/ledger-weeks.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Phrase, Search } from '#server/platform/search/search-query.ts'
import { mayHoldInSql } from '#server/platform/search/search-terms.ts'
import { copyColdRange, copyNewestColdRuns } from '#server/records/ledger/cold-ranges.repository.ts'

type Db = Kysely<Tables>

export type InvestigationFilter = {
  readonly companyId: string
  readonly connectorId: string
  readonly search: Search
  readonly status?: Transaction['status'] | undefined
  /** The number of a destination. */
  readonly destination?: number | undefined
  /** ISO 8601; both bounds are inclusive and compare with the start of the transaction. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly order: RecordOrder
}

/** A page by its run and its number; `kept`: the bytes of its bodies; `isTold`: errors of its records, or their ids in the destination, may hold something of it. */
export type Candidate = { readonly r: string; readonly n: number; readonly kept: number; readonly isTold: boolean }
export type Candidates = {
  readonly candidates: readonly Candidate[]
  readonly isCut: boolean
  /** Runs from before were not looked at, because they are cold and too many to be read at once; null where all were. */
  readonly since: Date | null
}

const transactionId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isTransactionId = (text: string): boolean => transactionId.test(text)

const day = 86_400_000

type Bounds = { readonly low: string; readonly high: string }

/** Ids between which the runs lie that a time is about: whole weeks of the ledger are left out by it (`run-bounds.repository.ts`). Null: there are none. */
async function boundsOf(db: Db, { companyId, connectorId, startDate, endDate }: InvestigationFilter): Promise<Bounds | null> {
  const bounds = [
    startDate === undefined ? sql`` : sql`and (ended_at is null or ended_at >= ${startDate}::timestamptz)`,
    endDate === undefined ? sql`` : sql`and created_at <= ${endDate}::timestamptz`,
  ]
  const runs = sql`from runs where company_id = ${companyId} and connector_id = ${connectorId} ${sql.join(bounds, sql` `)}`
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select (select created_at ${runs} order by created_at limit 1) as first, (select created_at ${runs} order by created_at desc limit 1) as last`.execute(
    db,
  )
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return null
  // The clock that made an id may be another than the database's.
  return { low: firstIdAt(new Date(first.getTime() - day)), high: firstIdAt(new Date(last.getTime() + day)) }
}

const longestOf = ({ words, beginning }: Phrase) =>
  [...words, beginning ?? ''].reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** Whether a text may hold a phrase. Letters beyond ASCII are folded when it is looked at: here such a text may hold anything. */
const mayStandIn = (text: RawBuilder<unknown>, phrase: Phrase) =>
  sql`(octet_length(${text}) <> char_length(${text}) or position(${longestOf(phrase)} in lower(${text})) > 0)`

const named = (letter: string, at: number) => sql.ref(`${letter}${at}`)

/** Whether a page holds the transaction that a phrase is the id of. */
function isOfId({ text }: Phrase): RawBuilder<unknown> {
  if (!isTransactionId(text)) return sql`false`
  const [run, position] = [text.slice(0, 28).toLowerCase(), Number.parseInt(text.slice(28), 16)]
  return sql`(p.run_id between ${`${run}00000000`}::uuid and ${`${run}ffffffff`}::uuid
    and ${position}::int8 between p.first_position and p.first_position + p.record_count - 1)`
}

/**
 * Copies what is cold, and says from which run on all of it is there; null where everything is.
 * @throws `ledger/cold` where the oldest records are wanted first and are too many
 */
async function coldUntil(
  db: Db,
  { companyId, connectorId, startDate, endDate, order }: InvestigationFilter,
): Promise<string | null> {
  const range = { companyId, connectorId, from: startDate, to: endDate }
  if (order === 'newest') return copyNewestColdRuns(db, range)
  await copyColdRange(db, range)
  return null
}

/**
 * The pages of a filter that may hold every phrase, each wherever it may stand, in the order of the filter. A page from before filters were kept may
 * hold anything.
 * @param max pages at most; `isCut` tells that there are more.
 */
export async function candidatesOf(db: Db, filter: InvestigationFilter, max: number): Promise<Candidates> {
  const { companyId, connectorId, destination, startDate, endDate, order, search } = filter
  const { phrases } = search
  const wide = phrases.length === 0 ? null : await boundsOf(db, filter)
  if (!wide) return { candidates: [], isCut: false, since: null }
  const oldest = await coldUntil(db, filter)
  const bounds = oldest === null || oldest < wide.low ? wide : { ...wide, low: oldest }
  const within = (letter: 'p' | 'q' | 't') =>
    sql`${sql.ref(`${letter}.run_id`)} between ${bounds.low}::uuid and ${bounds.high}::uuid and ${sql.ref(`${letter}.company_id`)} = ${companyId}`
  const inTime = (letter: 'p' | 'q') => [
    startDate === undefined ? sql`` : sql`and ${sql.ref(`${letter}.read_at`)} >= ${startDate}::timestamptz`,
    endDate === undefined ? sql`` : sql`and ${sql.ref(`${letter}.read_at`)} <= ${endDate}::timestamptz`,
  ]
  const held = phrases.map(({ hashes }, at) => sql`(${mayHoldInSql(sql`q.terms`, hashes)}) as ${named('h', at)}`)
  const said = sql`concat_ws(' ', coalesce(t.error, a.error) ->> 'message', coalesce(t.error -> 'answer', a.error -> 'answer', a.answer) ->> 'body')`
  const saying = phrases.map((phrase, at) => sql`bool_or(${mayStandIn(sql`l.said`, phrase)}) as ${named('e', at)}`)
  const sayingAny = phrases.map((phrase) => mayStandIn(sql`l.said`, phrase))
  const endpoints = sql`p.source_startpoint || ' ' || p.destination_endpoint`
  const fits = phrases.map(
    (phrase, at) =>
      sql`(coalesce(k.${named('h', at)}, true) or coalesce(s.${named('e', at)}, false) or ${mayStandIn(sql`(${endpoints})`, phrase)} or ${isOfId(phrase)})`,
  )
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<Candidate>`
    with kept as materialized (
      select q.run_id, q.number, octet_length(q.body) as bytes, ${sql.join(held)} from read_pages q
      where ${within('q')} and q.connector_id = ${connectorId} ${sql.join(inTime('q'), sql` `)}),
    said as materialized (
      select l.run_id, l.page, ${sql.join(saying)} from (
        select t.run_id, t.page, ${said} as said from runs r
        join transactions t on t.run_id = r.id and t.status <> 'success'
        left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
        where r.company_id = ${companyId} and r.connector_id = ${connectorId} and r.records_failed + r.records_unknown + r.records_skipped > 0
          and ${within('t')}
        union all
        select t.run_id, t.page, t.remote_id from transactions t join runs r on r.id = t.run_id
        where lower(t.remote_id) = any(${phrases.map(({ text }) => text.toLowerCase())}::text[])
          and r.company_id = ${companyId} and r.connector_id = ${connectorId} and ${within('t')}) as l
      where ${sql.join(sayingAny, sql` or `)}
      group by l.run_id, l.page)
    select p.run_id as r, p.number as n, octet_length(p.body) + coalesce(k.bytes, 0) as kept, s.run_id is not null as "isTold"
    from source_pages p
    left join kept k on k.run_id = p.run_id and k.number = p.number
    left join said s on s.run_id = p.run_id and s.page = p.number
    where ${within('p')} and p.connector_id = ${connectorId} ${sql.join(inTime('p'), sql` `)}
      ${destination === undefined ? sql`` : sql`and p.route = ${destination}`} and ${sql.join(fits, sql` and `)}
    order by p.run_id ${direction}, p.number ${direction} limit ${max + 1}`.execute(db)
  return { candidates: rows.slice(0, max), isCut: rows.length > max, since: oldest === null ? null : timeOfRun(oldest) }
}
