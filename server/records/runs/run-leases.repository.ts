/** What only the engine does to a run: take it over, keep it, give it back, end it. Every write names owner and epoch. */
import { type Kysely, sql } from 'kysely'
import { computeSizes } from '#contract/connectors/details/compute-size.ts'
import { type RunMove, type RunState, runLifecycle } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { HeldBy } from '#contract/connectors/runs/run-waiting.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type ConnectorChange, changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { nextPartAt, takePart } from './next-part.repository.ts'
import { anyShare, type Checkpoint, type NextRow, type RunShares, type RunWait, takeNext } from './next-run.repository.ts'
import type { Lease, PartOf } from './run-part.repository.ts'
import { isAbandonedInParts, isPartMovedElsewhere, isSamePart, ownerOfParts, releasePart } from './run-parts.repository.ts'
import { brokenOff, isTooLong, type StallPauses, stallPauses, takeBackFromDead } from './stalls.repository.ts'

type Db = Kysely<Tables>

export type { Lease }

export type ClaimedRun = Lease & {
  readonly startedAt: Date
  readonly version: number
  readonly trigger: Run['trigger']
  readonly checkpoint: Checkpoint
  readonly pagesRead: number
  readonly recordsRead: number
  /** How often it was broken off since it last made progress. */
  readonly stalls: number
  /** The records that an owner was making when it died, and how many owners died at just these. */
  readonly suspected: { readonly position: number; readonly count: number; readonly deaths: number } | null
  /** Its records that were left out because making them has ended processes. */
  readonly leftOut: number
  /** Lines of the mapping that none of its records has contained so far; null when none was looked at. */
  readonly unmetLines: readonly number[] | null
  /** Its records since the last one that contained what a line reads, by the place of the line. */
  readonly linesSince: readonly number[] | null
  /** Deliveries that are open at the same time; null: as many as the engine's limits say. */
  readonly sendsAtOnce: number | null
  /** What held the run up when it was released. */
  readonly waiting: RunWait | null
  /** Nothing of its records is kept once they are delivered. */
  readonly isPrivate: boolean
}

/** Somebody else has taken the run over, or it ended: the writer must stop at once. */
export class OwnershipLost extends Error {
  constructor(runId: string) {
    super(`ownership of run ${runId} is lost`)
    this.name = 'OwnershipLost'
  }
}

/**
 * How many waiting runs a claim looks at, besides the oldest of each company. Many who claim at once look at the same ones, and those that others
 * have locked are skipped: whoever finds nothing else looks again, further. Otherwise an engine would rest beside runs that wait.
 */
const depths = [64, 1_024, 16_384] as const

/**
 * Takes one run over, in one statement: waiting ones, and running ones whose lease has ended by the clock of the database. The company with the
 * fewest moving runs comes first, so that a backlog of one holds nobody else up; within it the oldest. While a company is in maintenance none of
 * its runs starts; those that run go on to their end. No company has more than its share of an owner's places.
 */
export async function claimRun(
  db: Db,
  owner: string,
  leaseMs: number,
  pauses: StallPauses = stallPauses,
  shares: RunShares = anyShare,
): Promise<ClaimedRun | null> {
  await takeBackFromDead(db, pauses)
  for (const depth of depths) {
    const { row, seen } = await takeNext(db, { owner, leaseMs, pauses, shares, depth })
    if (row) return claimed(db, owner, row)
    if (seen === 0) break
  }
  return null
}

/** The usual size has what the engine's limits say. */
const sendsOf = (size: string | null) => (size === 'medium' || size === 'large' ? computeSizes[size] : null)

/** Takes one part of a run over, as `claimRun` does with runs. Parts of one run are taken apart by `spread` milliseconds, so that others get some. */
export async function claimPart(
  db: Db,
  owner: string,
  leaseMs: number,
  claim: { readonly pauses: StallPauses; readonly shares: RunShares; readonly spread: number },
): Promise<ClaimedRun | null> {
  const row = await takePart(db, { owner, leaseMs, ...claim })
  return row && claimed(db, owner, row, { run: row.id, number: row.number, runEpoch: row.run_epoch })
}

async function claimed(db: Db, owner: string, row: NextRow, part: PartOf | null = null): Promise<ClaimedRun> {
  await changed(db, { companyId: row.company_id, connectorId: row.connector_id, what: 'run' })
  return {
    id: row.id,
    companyId: row.company_id,
    connectorId: row.connector_id,
    owner,
    epoch: row.epoch,
    part,
    version: row.version,
    trigger: row.trigger,
    checkpoint: row.checkpoint,
    pagesRead: row.pages_read,
    recordsRead: row.records_read,
    stalls: row.stalls,
    suspected:
      row.suspected === null ? null : { position: row.suspected, count: row.suspected_count ?? 1, deaths: row.suspect_hits },
    startedAt: row.started_at,
    leftOut: row.left_out,
    ...{ unmetLines: row.unmet_lines, linesSince: row.lines_since },
    sendsAtOnce: sendsOf(row.compute_size),
    waiting: row.waiting,
    isPrivate: !row.keeps_payloads,
  }
}

/** Ends every lease: for the one process of an embedded database, whose earlier lives cannot come back. That there was an owner stays. */
export async function endEarlierLeases(db: Db): Promise<void> {
  await sql`update runs set lease_until = now() where owner is not null and owner <> ${ownerOfParts}`.execute(db)
  await sql`update run_parts set lease_until = now() where owner is not null`.execute(db)
}

/** `part`: its number; null: the whole run. */
export type Look = {
  readonly id: string
  readonly part: number | null
  readonly epoch: number
  readonly status: RunState
  /** The paused destinations of its connector (`pausedTextOf`). */
  readonly paused: string
  /** The connections of its version that are off, as one text; null where none is. */
  readonly off: string | null
  /** Whether one of them was switched off within the last seconds: perhaps since the run opened it, and before it was looked at first. */
  readonly isJustOff: boolean
}

/** Versions other than the live one have no rows of their connections: their runs notice when they open a side the next time. */
const offConnections = sql`connection_uses u
  join connections k on k.company_id = u.company_id and k.id::text = u.connection_id and k.state in ('off', 'ended')
  where u.connector_id = runs.connector_id and u.company_id = runs.company_id and u.version = runs.version`
const off = sql`(select string_agg(u.connection_id, ',' order by u.connection_id) from ${offConnections}) as off,
  exists (select from ${offConnections} and k.state_at > now() - interval '2 seconds') as "isJustOff"`

/** The numbers of the paused destinations of the connector of a run, as one text. */
const pausedText = sql<string>`(
  select array_to_string(c.paused_routes, ',') from connectors c where c.id = runs.connector_id and c.company_id = runs.company_id)`

/** The same for one run: what its owner compares a `Look` with. Empty where none is paused. */
export async function pausedTextOf(db: Db, { id, companyId }: Pick<Lease, 'id' | 'companyId'>): Promise<string> {
  const { rows } = await sql<{ paused: string | null }>`
    select ${pausedText} as paused from runs where id = ${id} and company_id = ${companyId}`.execute(db)
  return rows[0]?.paused ?? ''
}

/** A run of a suspended company, or one whose limit is used up, is held like a paused one; its own status stays. */
const heldStatus = sql<RunState>`case when status = 'running' and (is_suspended(company_id) or is_held(company_id, connector_id)) then 'paused'
  else status end`

/** Makes the leases of the runs that an owner moves longer and says how they stand. What is missing is lost. */
export async function renewLeases(
  db: Db,
  owner: string,
  runIds: readonly string[],
  leaseMs: number,
  hasParts = false,
): Promise<Look[]> {
  const until = sql`now() + ${leaseMs} * interval '1 millisecond'`
  const { rows } = await sql<Look>`
    update runs set lease_until = ${until}
    where owner = ${owner} and id = any(${runIds}::uuid[]) returning id, null::int as part, epoch, ${heldStatus} as status, ${pausedText} as paused, ${off}`.execute(
    db,
  )
  if (!hasParts) return rows
  const { rows: parts } = await sql<Look>`
    with kept as (
      update run_parts set lease_until = ${until} where owner = ${owner} and run_id = any(${runIds}::uuid[]) returning run_id, number, epoch)
    select id, kept.number as part, kept.epoch, ${heldStatus} as status, ${pausedText} as paused, ${off} from kept join runs on runs.id = kept.run_id`.execute(
    db,
  )
  return [...rows, ...parts]
}

/** How the runs of an owner stand, without a write. */
export async function lookAtRuns(db: Db, owner: string): Promise<Look[]> {
  const { rows } = await sql<Look>`
    select id, null::int as part, epoch, ${heldStatus} as status, ${pausedText} as paused, ${off} from runs where owner = ${owner}
    union all
    select id, p.number, p.epoch, ${heldStatus}, ${pausedText}, ${off} from (
      select run_id, number, epoch from run_parts where owner = ${owner}) p join runs on runs.id = p.run_id`.execute(db)
  return rows
}

/** The row that holds a lease: of the run or of a part of it. */
export const leasedRow = ({ part }: Lease) => (part ? sql`run_parts` : sql`runs`)
export const ownedBy = ({ id, companyId, owner, epoch, part }: Lease) =>
  sql<boolean>`${part ? isSamePart(part) : sql`id = ${id}`} and company_id = ${companyId} and owner = ${owner} and epoch = ${epoch}`

/** As which owner the ledger of a run is written: parts write into that of their run, once their own lease was looked at in the same commit. */
export const inLedger = <L extends Lease>(lease: L): L =>
  lease.part ? { ...lease, owner: ownerOfParts, epoch: lease.part.runEpoch, part: null } : lease

/**
 * Writes into the ledger of a run as its owner. Of a part, its own lease is held until the commit. Throws `OwnershipLost`.
 * @param fence looks at the lease of the part, and writes what its row keeps; returns whether the caller still owns it.
 */
export function asOwner<L extends Lease>(
  db: Db,
  lease: L,
  write: (tx: Db, lease: L) => Promise<void>,
  fence: (tx: Db) => Promise<boolean> = (tx) => madeProgress(tx, lease),
): Promise<void> {
  if (!lease.part) return write(db, lease)
  const both = async (tx: Db) => {
    if (!(await fence(tx))) throw new OwnershipLost(lease.id)
    await write(tx, inLedger(lease))
  }
  return db.isTransaction ? both(db) : db.transaction().execute(both)
}

async function madeProgress(tx: Db, lease: Lease): Promise<boolean> {
  const { numAffectedRows } = await sql`update run_parts set stalls = 0 where ${ownedBy(lease)}`.execute(tx)
  return numAffectedRows === 1n
}

const connectorChange = ({ companyId, connectorId }: Lease, what: ConnectorChange['what']): ConnectorChange => ({
  companyId,
  connectorId,
  what,
})

/**
 * Gives a run back so that anybody may take it over at once, and says how it stands; null when it was lost. Its status stays what it is. `stalled`:
 * it could not go on for a reason that may come again, and waits when that happens again and again.
 */
export async function releaseRun(db: Db, lease: Lease, stalled: StallPauses | null = null): Promise<RunState | null> {
  const { part } = lease
  if (part) return releasePart(db, { ...lease, part }, stalled)
  const given = stalled === null ? sql`owner = null, lease_until = null` : brokenOff(stalled)
  const { rows } = await sql<{ status: RunState }>`
    update runs set ${given} where ${ownedBy(lease)} returning status`.execute(db)
  // A cancelled one gets its last lines with it.
  await changed(db, connectorChange(lease, 'records'))
  return rows[0]?.status ?? null
}

const isAbandoned = sql<boolean>`status in ('paused', 'cancelled') and owner is not null and lease_until <= now()`

/** Runs that were paused or cancelled while their owner moved them, and whose owner is gone. */
export function abandonedRuns(db: Db): Promise<{ id: string; companyId: string }[]> {
  return db.selectFrom('runs').select(['id', 'company_id as companyId']).where(isAbandoned).execute()
}

/** Milliseconds. `ends`: until the next pause of a run ends, or since one ended a moment ago, after the last look for runs. `leases`: until the next lease ends, unless it is renewed. Null where there is none. */
type NextRun = { readonly ends: number | null; readonly leases: number | null; readonly isLeft: boolean }

/** When there may be a run to take over, beside those that wait now. `isLeft`: an owner is gone, or the clock of the database was set back. */
export async function untilNextRun(db: Db, leaseMs: number, spread = 0): Promise<NextRun> {
  const { rows } = await sql<NextRun>`
    with owned as materialized (
      select status, owner, lease_until from runs where owner is not null
      union all select 'running', owner, lease_until from run_parts where owner is not null)
    select (extract(epoch from least((
        select min(waits_until) from runs where status in ('queued', 'running') and owner is null and waits_until > now() - interval '1 second'),
        ${nextPartAt(spread)}) - clock_timestamp()) * 1000)::float8 as ends,
      (extract(epoch from (select min(lease_until) from owned where status = 'running') - clock_timestamp()) * 1000)::float8 as leases,
      exists (select from owned where ${isAbandoned} or ${isTooLong(leaseMs)}) or exists (select from runs r where ${isAbandonedInParts}) as "isLeft"`.execute(
    db,
  )
  return rows[0] ?? { ends: null, leases: null, isLeft: false }
}

/** Gives back a run whose owner is gone, and says how it stands; null when that was done meanwhile. */
export async function releaseAbandoned(db: Db, { id, companyId }: Pick<Lease, 'id' | 'companyId'>): Promise<RunState | null> {
  const { rows } = await sql<{ status: RunState }>`
    update runs set owner = null, lease_until = null, stalls = stalls + 1
    where id = ${id} and company_id = ${companyId} and ${isAbandoned} returning status`.execute(db)
  return rows[0]?.status ?? null
}

/** Whether another process may still be moving the run of a connector that was paused or cancelled. */
export async function isMovedElsewhere(db: Db, connectorId: string, owner: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('connector_id', '=', connectorId)
    .where('owner', '!=', owner)
    .where('lease_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined || isPartMovedElsewhere(db, connectorId, owner)
}

/** `waiting`: what holds the run up; `heldBy`: what a person has to change; nothing where they are left out. */
export type StatusReason = {
  readonly reason: string
  readonly next: string
  readonly waiting?: RunWait | null
  readonly heldBy?: HeldBy | null
}

/** Writes the status of a running run, and what it waits for. Does nothing if it is not running or its lease was lost. */
export async function writeRunStatus(db: Db, lease: Lease, standing: StatusReason): Promise<void> {
  const { reason, next, waiting = null, heldBy = null } = standing
  await sql`update runs set status_reason = ${reason}, status_next = ${next}, waiting = ${waiting && jsonText(waiting)}::jsonb, held_by = ${heldBy}
    where ${ownedBy(inLedger(lease))} and status = 'running'`.execute(db)
  await changed(db, connectorChange(lease, 'run'))
}

/** How many pages of a run are kept. Throws `OwnershipLost`. */
export async function countStoredPages(db: Db, lease: Lease): Promise<number> {
  const { rows } = await sql<{ pages_read: number }>`select pages_read from ${leasedRow(lease)} where ${ownedBy(lease)}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new OwnershipLost(lease.id)
  return row.pages_read
}

/** Remembers where reading goes on without a new page. */
export async function moveCheckpoint(db: Db, lease: Lease, checkpoint: Checkpoint): Promise<void> {
  const { numAffectedRows } = await sql`update ${leasedRow(lease)} set checkpoint = ${JSON.stringify(checkpoint)}::jsonb
    where ${ownedBy(lease)}`.execute(db)
  if (numAffectedRows !== 1n) throw new OwnershipLost(lease.id)
}

export type Ending = {
  readonly move: Extract<RunMove['type'], 'engine.finished' | 'engine.failed'>
  readonly reason: string
  readonly error: Problem | null
}

/**
 * Ends a running run and gives it back. Throws `OwnershipLost`, also when it was paused or cancelled meanwhile.
 * @param again what becomes of the delivered records when the next run reads them again; null where it does not.
 */
export async function endRun(db: Db, lease: Lease, { move, reason, error }: Ending, again: string | null = null): Promise<void> {
  const to = moved(runLifecycle, 'running', { type: move }, undefined)
  const next = sql`case when ${again}::text is null or records_delivered = 0 or checkpoint ? 'resume' then 'The run has ended.'
    else 'The next run reads the source from where this run began. ' || case records_delivered when 1 then 'The delivered record is '
      else 'The ' || to_char(records_delivered, 'FM999,999,999,999') || ' delivered records are ' end || ${again}::text end`
  const { numAffectedRows } = await sql`
    update runs set status = ${to}, status_since = now(), ended_at = now(), owner = null, lease_until = null,
      waiting = null, held_by = null, status_reason = ${reason}, status_next = ${next}, error = ${error === null ? null : jsonText(error)}::jsonb
    where ${ownedBy(lease)} and status = 'running'`.execute(db)
  if (numAffectedRows !== 1n) throw new OwnershipLost(lease.id)
  await changed(db, connectorChange(lease, 'records'))
}
