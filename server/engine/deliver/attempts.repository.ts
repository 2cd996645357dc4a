/** Attempts to deliver, and what they settle in the outbox and the ledger. */
import { type Kysely, sql } from 'kysely'

import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import { millisecondsBetween } from '../../platform/database/milliseconds.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { addAfterwards, type NewAfterwards } from '../../records/ledger/afterwards.repository.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import { classCount, classOf } from '../../records/ledger/latencies.repository.ts'
import { DeliveredSums, minuteOf } from '../../records/ledger/ledger-deltas.repository.ts'
import { positionOf, requestsOf } from '../../records/ledger/page-content.repository.ts'
import { asOwner, type ClaimedRun, OwnershipLost, type StatusReason } from '../../records/runs/run-leases.repository.ts'

type Db = Kysely<Tables>

/** A record that ended with an attempt, by its number in the page's content; `error` where it differs from the attempt's. */
export type SettledRecord = {
  readonly ordinal: number
  readonly status: 'success' | 'failure' | 'skipped' | 'unknown'
  readonly error: Problem | null
  /** What the destination calls it. */
  readonly remoteId?: string | null
}

/** Responses of rate limits to one delivery, and the milliseconds that it waited for them. */
export type Limited = { readonly times: number; readonly waited: number }

export type Attempt = {
  readonly delivery: Delivery
  /** Counted from 1. */
  readonly number: number
  readonly outcome: 'delivered' | 'partial' | 'refused' | 'retry' | 'too-large' | 'unknown' | 'not-sent'
  readonly startedAt: Date
  readonly endedAt: Date
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
  /** How the delivery ends; null while it is going to be tried again. Divided: `parts` go on in its place, or its records with another's. */
  readonly ends: 'delivered' | 'failed' | 'divided' | 'unknown' | null
  readonly nextAttemptAt: Date | null
  readonly parts: readonly Delivery[] | null
  readonly settled: readonly SettledRecord[]
  /** What the destination calls its records, in their order, where all were delivered at once. */
  readonly remoteIds?: readonly (string | null)[]
  /** What follows its delivery: the request as it is kept, or why it cannot be made. */
  readonly after?: { readonly request: string | null; readonly problem: Problem | null }
  /** The rate limits that it met before, which are no attempts; null or absent where it met none. */
  readonly limited?: Limited | null
  /** What it delivered may have been delivered by an earlier attempt as well. */
  readonly mayRepeat?: true
}

/** A group of attempts that is settled in one commit. `id` is the same when that commit is made again, and no other group of the run has it. */
export type Settlement = { readonly id: number; readonly attempts: readonly Attempt[]; readonly standing: StatusReason | null }

/** A delivery that went well at once needs no row of its own. */
const isPlain = ({ number, ends, settled }: Attempt) => number === 1 && ends === 'delivered' && settled.length === 0

const took = ({ endedAt, delivery }: Attempt) => millisecondsBetween(delivery.page.readAt, endedAt)
const sending = ({ startedAt, endedAt }: Attempt) => millisecondsBetween(startedAt, endedAt)

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
const idText = (id: string | null | undefined) => (id == null ? 'null' : quoted(id))
const arrayText = (values: readonly (number | string)[]) => `{${values.join(',')}}`

/** Columns of the ledger for records that were delivered at once, as array texts; building them here is cheaper than pg's own way. */
function columnsOf(attempts: readonly Attempt[]) {
  const columns = {
    p: [] as number[],
    g: [] as number[],
    d: [] as number[],
    t: [] as number[],
    s: [] as number[],
    k: [] as string[],
    i: [] as string[],
  }
  const hasIds = attempts.some(({ remoteIds }) => remoteIds !== undefined)
  const pages = new Map<number, number>()
  const sums = new DeliveredSums()
  for (const attempt of attempts) {
    const { page, ordinals, position } = attempt.delivery
    const [takes, sends] = [took(attempt), sending(attempt)]
    pages.set(page.number, (pages.get(page.number) ?? 0) + ordinals.length)
    sums.add(page.readAt, ordinals.length, takes)
    for (const [at, ordinal] of ordinals.entries()) {
      columns.p.push(positionOf(page.content, ordinal))
      columns.g.push(page.number)
      columns.d.push(position)
      columns.t.push(takes)
      columns.s.push(sends)
      columns.k.push(quoted(page.content.keys[ordinal] ?? ''))
      if (hasIds) columns.i.push(idText(attempt.remoteIds?.[at]))
    }
  }
  return { ...columns, pages, sums: sums.columns() }
}

/** Answers that are the same are kept once. */
function settlementText(attempts: readonly Attempt[]): string {
  const answers = new Map<ForeignAnswer | null, number>()
  const lines: string[] = []
  for (const { delivery, startedAt, endedAt, answer, limited } of attempts) {
    const known = answers.get(answer) ?? answers.size
    answers.set(answer, known)
    const waits = limited ? `,${limited.times},${limited.waited}` : ''
    lines.push(`[${delivery.position},${startedAt.getTime()},${endedAt.getTime()},${known}${waits}]`)
  }
  return `{"a":${JSON.stringify([...answers.keys()])},"d":[${lines.join(',')}]}`
}

const owned = (run: ClaimedRun) => sql`
  select id, company_id from runs
  where id = ${run.id} and company_id = ${run.companyId} and owner = ${run.owner} and epoch = ${run.epoch} for update`

const setStatusReason = (standing: StatusReason | null) => sql`
  status_reason = case when runs.status = 'running' then coalesce(${standing?.reason ?? null}, status_reason) else status_reason end,
  status_next = case when runs.status = 'running' then coalesce(${standing?.next ?? null}, status_next) else status_next end,
  waiting = case when ${standing === null}::boolean then waiting else ${standing?.waiting ? jsonText(standing.waiting) : null}::jsonb end,
  held_by = case when ${standing === null}::boolean then held_by else ${standing?.heldBy ?? null} end`

async function settlePlain(
  db: Db,
  run: ClaimedRun,
  id: number,
  plain: readonly Attempt[],
  standing: StatusReason | null,
): Promise<void> {
  const { p, g, d, t, s, k, i, pages, sums } = columnsOf(plain)
  const { rows } = await statement(db)`-- prepared: settle
    with own as (
      select id, company_id from runs
      where id = ${run.id}::uuid and company_id = ${run.companyId}::uuid and owner = ${run.owner} and epoch = ${run.epoch}::int for update),
    kept as (
      insert into settlements (company_id, run_id, id, attempts)
      select company_id, id, ${id}::bigint, ${settlementText(plain)} from own
      on conflict do nothing returning company_id, run_id, id),
    booked as (
      insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, sending_ms, settlement, record_key, remote_id)
      select kept.company_id, kept.run_id, r.p, r.g, r.d, 'success', r.t, r.s, kept.id, r.k, r.i
      from kept, unnest(${arrayText(p)}::int[], ${arrayText(g)}::int[], ${arrayText(d)}::int[], ${arrayText(t)}::int[], ${arrayText(s)}::int[],
        ${arrayText(k)}::text[], ${arrayText(i)}::text[]) as r(p, g, d, t, s, k, i)),
    summed as (
      insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms, latencies)
      select kept.company_id, ${run.connectorId}::uuid, to_timestamp(r.h), r.n, 0, 0, 0, r.m, r.l::int[]
      from kept, unnest(${arrayText(sums.minutes)}::float8[], ${arrayText(sums.counts)}::int[], ${arrayText(sums.took)}::int8[],
        ${sums.latencies}::text[]) as r(h, n, m, l)),
    pages as (
      update source_pages set pending_records = pending_records - c.n
      from kept, unnest(${arrayText([...pages.keys()])}::int[], ${arrayText([...pages.values()])}::int[]) as c(g, n)
      where source_pages.run_id = ${run.id}::uuid and number = c.g)
    update runs set records_delivered = records_delivered + ${p.length}::int * (select count(*) from kept), stalls = 0,
      status_reason = case when runs.status = 'running' then coalesce(${standing?.reason ?? null}, status_reason) else status_reason end,
      status_next = case when runs.status = 'running' then coalesce(${standing?.next ?? null}, status_next) else status_next end,
      waiting = case when ${standing === null}::boolean then waiting else ${standing?.waiting ? jsonText(standing.waiting) : null}::jsonb end,
      held_by = case when ${standing === null}::boolean then held_by else ${standing?.heldBy ?? null} end
    from own where runs.id = own.id
    returning 1`
  if (rows.length === 0) throw new OwnershipLost(run.id)
}

const lineInSql = (attempt: Attempt) => {
  const { page } = attempt.delivery
  const common = { g: page.number, m: took(attempt), q: sending(attempt), h: minuteOf(page.readAt), v: classOf(took(attempt)) }
  return attempt.settled.map(({ ordinal, status, error, remoteId }) => ({
    ...common,
    i: positionOf(page.content, ordinal),
    c: requestsOf(page.content, ordinal),
    u: status,
    r: attempt.mayRepeat === true && status === 'success',
    k: page.content.keys[ordinal],
    e: error,
    x: remoteId ?? null,
  }))
}

const attemptInSql = (it: Attempt) => ({
  ...{ p: it.delivery.position, n: it.number, o: it.outcome, z: it.ends, s: it.startedAt, t: it.endedAt, w: it.nextAttemptAt },
  ...{ y: it.parts?.map((part) => part.positions()) ?? null, a: it.answer, e: it.error, b: it.limited ?? null, l: lineInSql(it) },
})

async function settleOthers(db: Db, run: ClaimedRun, others: readonly Attempt[], standing: StatusReason | null): Promise<void> {
  const count = (status: string) => sql`(select count(*) from lines where u = ${status})`
  const { rows } = await sql`-- prepared: settle-others
    with own as (${owned(run)}),
    given as materialized (
      select * from json_to_recordset(${jsonText(others.map(attemptInSql))}::json)
        as g(p int, n int, o text, z text, s timestamptz, t timestamptz, w timestamptz, y json, a jsonb, e jsonb, b json, l json)),
    tried as (
      insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at, next_attempt_at, parts, answer, error, limited)
      select own.company_id, own.id, p, n, o, z, s, t, w, case when json_typeof(y) = 'array' then y end, a, e, case when json_typeof(b) = 'object' then b end
      from given, own
      on conflict (run_id, position, number) do update set outcome = excluded.outcome, ends = excluded.ends, started_at = excluded.started_at,
        ended_at = excluded.ended_at, next_attempt_at = excluded.next_attempt_at, parts = excluded.parts, answer = excluded.answer,
        error = excluded.error, limited = excluded.limited where attempts.ends = 'begun'
      returning position, number),
    lines as materialized (
      select r.*, given.p as delivery, given.n as attempt from given join tried on tried.position = given.p and tried.number = given.n,
        json_to_recordset(given.l) as r(i int, c int, g int, u text, r boolean, k text, m int, q int, h float8, v int, e jsonb, x text)),
    booked as (
      insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, sending_ms, attempt, requests, record_key, error, remote_id)
      select own.company_id, own.id, i, g, delivery, u::transaction_status, m, q, attempt, c, k, e, x from lines, own),
    summed as (
      insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms, latencies)
      select own.company_id, ${run.connectorId}::uuid, to_timestamp(h), count(*) filter (where u = 'success'),
        count(*) filter (where u = 'failure'), count(*) filter (where u = 'skipped'), count(*) filter (where u = 'unknown'),
        coalesce(sum(m) filter (where u = 'success'), 0), case when count(*) filter (where u = 'success') > 0 then (
          select array_agg((select count(*)::int from lines as k where k.u = 'success' and k.h = lines.h and k.v = class) order by class)
          from generate_series(0, ${classCount - 1}::int) as class) end
      from lines, own group by own.company_id, h),
    pages as (
      update source_pages set pending_records = pending_records - c.n from (select g, count(*) as n from lines group by g) c
      where source_pages.run_id = ${run.id}::uuid and number = c.g)
    update runs set records_delivered = records_delivered + ${count('success')}, records_failed = records_failed + ${count('failure')},
      records_skipped = records_skipped + ${count('skipped')}, records_unknown = records_unknown + ${count('unknown')},
      records_repeated = records_repeated + (select count(*) from lines where r), stalls = 0, ${setStatusReason(standing)}
    from own where runs.id = own.id
    returning 1`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(run.id)
}

/**
 * Settles a group of attempts in one commit: attempts, outbox, ledger and the run's sums. A group that was settled before changes nothing, so a
 * commit whose answer was lost may be made again. Throws `OwnershipLost`.
 */
export async function settle(db: Db, run: ClaimedRun, settlement: Settlement): Promise<void> {
  await asOwner(db, run, (tx, owner) => write(tx, owner, settlement))
  await changed(db, { companyId: run.companyId, connectorId: run.connectorId, what: 'records' })
}

const afterwardsIn = (attempts: readonly Attempt[]): NewAfterwards[] =>
  attempts.flatMap(({ delivery, after }) =>
    after === undefined
      ? []
      : {
          position: delivery.position,
          key: delivery.key,
          request: after.request,
          error: after.problem,
        },
  )

/** In one commit: of the caller, where there is one. */
const together = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

async function write(db: Db, run: ClaimedRun, settlement: Settlement): Promise<void> {
  const following = afterwardsIn(settlement.attempts)
  if (following.length === 0) return writeLedger(db, run, settlement)
  await together(db, async (tx) => {
    await writeLedger(tx, run, settlement)
    await addAfterwards(tx, run, following)
  })
}

async function writeLedger(db: Db, run: ClaimedRun, { id, attempts, standing }: Settlement): Promise<void> {
  const plain = attempts.filter(isPlain)
  if (plain.length === attempts.length) return settlePlain(db, run, id, plain, standing)
  const others = attempts.filter((attempt) => !isPlain(attempt))
  if (plain.length === 0) return settleOthers(db, run, others, standing)
  await together(db, async (tx) => {
    await settlePlain(tx, run, id, plain, null)
    await settleOthers(tx, run, others, standing)
  })
}

/** Notes that a delivery is about to be sent, before it is: for those that must not be sent twice. Throws `OwnershipLost`. */
export const begin = (db: Db, run: ClaimedRun, delivery: Delivery, number: number): Promise<void> =>
  asOwner(db, run, (tx, owner) => noteBegun(tx, owner, delivery, number))

async function noteBegun(db: Db, run: ClaimedRun, { position }: Delivery, number: number): Promise<void> {
  const { rows } = await sql`
    with own as (${owned(run)}),
    begun as (
      insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at)
      select company_id, id, ${position}::int, ${number}::int, 'unknown', 'begun', now(), now() from own on conflict do nothing)
    select 1 from own`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(run.id)
}
