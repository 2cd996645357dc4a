/** Records instead of attempts: a record that was sent again counts once, by its last outcome. */
import { type Kysely, sql } from 'kysely'

import {
  figuresOf,
  type LedgerFigures,
  type LedgerScope,
  type Span,
  type VolumeSums,
} from '#server/engine/ledger/ledger-sums.repository.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { deliveriesOf, followedLines, type LostLine } from './arrivals.repository.ts'
import type { Range } from './problem-groups.repository.ts'

type Db = Kysely<Tables>

/** An attempt that is not counted, because its record was delivered since or was sent again and failed once more. */
export type RetriedAttempt = {
  /** When it was read, in milliseconds. */
  readonly at: number
  readonly status: LostLine['status']
  /** When the run began that delivered the record; null where none did, and for all but the last of its attempts. */
  readonly deliveredAt: number | null
}

/** Lost records of a time up to which it is followed what became of them: pages are read often. */
const followedMax = 1_000
/** Connectors that are followed in one answer, those with the fewest losses first. */
const connectorsMax = 50

async function attemptsOf(db: Db, range: Range): Promise<readonly RetriedAttempt[]> {
  const lines = await followedLines(db, range)
  const rootOf = ({ root_run, root_position }: LostLine) => `${root_run} ${root_position}`
  const last = new Map<string, string>()
  for (const line of lines) if (line.run_id > (last.get(rootOf(line)) ?? '')) last.set(rootOf(line), line.run_id)
  const isLast = (line: LostLine) => last.get(rootOf(line)) === line.run_id
  const deliveries = await deliveriesOf(db, range.companyId, [...new Set(lines.flatMap(({ by }) => by ?? []))])
  return lines
    .filter((line) => line.by !== null || !isLast(line))
    .map((line) => ({
      at: line.read_at.getTime(),
      status: line.status,
      deliveredAt: isLast(line) ? (deliveries.get(line.by ?? '')?.startedAt.getTime() ?? null) : null,
    }))
}

/** What one connector lost in a time, and what it delivered since its beginning. */
export type Losses = {
  readonly connectorId: string
  readonly delivered: number
  readonly failed: number
  readonly unknown: number
}

/** By what was lost and what was delivered since: while both are the same, so is what arrived. */
const known = new Map<string, readonly RetriedAttempt[]>()
const knownMax = 300

/**
 * The attempts of connectors in a time that are not counted, by connector. One without any is missing, and so is one that lost more than
 * `followedMax`.
 */
export async function retriedIn(
  db: Db,
  companyId: string,
  { from, to }: { readonly from: Date; readonly to?: Date },
  losses: readonly Losses[],
): Promise<ReadonlyMap<string, readonly RetriedAttempt[]>> {
  const followable = losses
    .filter(({ failed, unknown }) => failed + unknown > 0 && failed + unknown <= followedMax)
    .toSorted((a, b) => a.failed + a.unknown - (b.failed + b.unknown))
    .slice(0, connectorsMax)
  const found = new Map<string, readonly RetriedAttempt[]>()
  const ends = { from: from.toISOString(), to: to?.toISOString() }
  for (const { connectorId, delivered, failed, unknown } of followable) {
    const key = `${connectorId} ${ends.from} ${ends.to} ${delivered} ${failed} ${unknown}`
    const attempts = known.get(key) ?? (await attemptsOf(db, { companyId, connectorId, ...ends, isByReading: true }))
    if (known.size >= knownMax) known.clear()
    known.set(key, attempts)
    if (attempts.length > 0) found.set(connectorId, attempts)
  }
  return found
}

/** What is taken off the attempts of a time. */
export type Retried = {
  readonly failed: number
  readonly unknown: number
  /** Records that failed, or might not have arrived, and were delivered later. */
  readonly deliveredLater: number
  /** Those of them that were delivered after the end of the time: none of its deliveries is theirs. */
  readonly deliveredAfter: number
}

const everywhen: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Of those attempts that lie in a span. */
export function retriedWithin(attempts: readonly RetriedAttempt[], { from, to }: Span = everywhen): Retried {
  const those = attempts.filter(({ at }) => at >= from && at < to)
  const failed = those.filter(({ status }) => status === 'failure').length
  const delivered = those.flatMap(({ deliveredAt }) => deliveredAt ?? [])
  return {
    ...{ failed, unknown: those.length - failed, deliveredLater: delivered.length },
    deliveredAfter: delivered.filter((at) => at >= to).length,
  }
}

const day = 86_400_000

/** Connectors that lost something in a time, which is widened to hours, and to days where it is longer than two. */
async function lossesIn(db: Db, whose: LedgerScope, { from, to }: Span): Promise<readonly Losses[]> {
  const { companyId, connectorIds, ownerId = null, without = [] } = whose
  const width = to - from > 2 * day ? 1_440 : 60
  const begin = new Date(Math.floor(from / (width * 60_000)) * width * 60_000)
  const until = sql`s.at < ${new Date(to)}`
  const bounds = [
    connectorIds === null ? sql`` : sql`and s.connector_id = any(${[...connectorIds]}::uuid[])`,
    without.length === 0 ? sql`` : sql`and s.connector_id <> all(${[...without]}::uuid[])`,
    ownerId === null ? sql`` : sql`and exists (select from connectors c where c.id = s.connector_id and c.owner_id = ${ownerId})`,
  ]
  const { rows } = await sql<Losses>`
    select s.connector_id as "connectorId", sum(s.delivered)::int8 as delivered, (sum(s.failed) filter (where ${until}))::int8 as failed,
      (sum(s.unknown) filter (where ${until}))::int8 as unknown
    from (
      select connector_id, at, delivered, failed, unknown from connector_sums
      where company_id = ${companyId} and width = ${width} and at >= ${begin}
      union all
      select connector_id, minute, delivered, failed, unknown from ledger_deltas
      where company_id = ${companyId} and minute >= ${begin}) as s
    where true ${sql.join(bounds, sql` `)}
    group by 1 having sum(s.failed + s.unknown) filter (where ${until}) > 0`.execute(db)
  return rows
}

/** Sums in which each record counts once. */
export type RecordSums = VolumeSums & Pick<Retried, 'deliveredLater' | 'deliveredAfter'>

const less = (sums: VolumeSums, { failed, unknown, ...later }: Retried): RecordSums => ({
  ...sums,
  failed: Math.max(0, sums.failed - failed),
  unknown: Math.max(0, sums.unknown - unknown),
  ...later,
})

type RecordFigures = LedgerFigures & { readonly sums: readonly RecordSums[] }

/**
 * As `figuresOf`, and each record counts once, by its last outcome.
 * @param windows times in which it is followed what became of lost records; spans outside of them count attempts.
 */
export async function recordFiguresOf(
  db: Db,
  whose: LedgerScope,
  spans: readonly Span[],
  timed: Span,
  windows: readonly Span[],
): Promise<RecordFigures> {
  const { sums, latencies } = await figuresOf(db, whose, spans, timed)
  const attempts: RetriedAttempt[] = []
  for (const { from, to } of windows.filter((it) => it.from < it.to)) {
    const time = { from: new Date(from), to: new Date(to) }
    const retried = await retriedIn(db, whose.companyId, time, await lossesIn(db, whose, { from, to }))
    attempts.push(...[...retried.values()].flat())
  }
  return { sums: sums.map((it, at) => less(it, retriedWithin(attempts, spans[at]))), latencies }
}
