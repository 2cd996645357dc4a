/** Runs of events that wait for more of them: open, and in nobody's hands, so that they take no place of an engine. */
import { type Kysely, sql } from 'kysely'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { nextHookStart } from '../../records/connectors/hook-events.repository.ts'
import { inLedger, type Lease, OwnershipLost, ownedBy, type StatusReason } from '../../records/runs/run-leases.repository.ts'
import { ownerOfParts } from '../../records/runs/run-parts.repository.ts'

type Db = Kysely<Tables>

/** Seconds after which a resting run is woken for events that came in meanwhile, so that a steady flow makes few pages. */
const pagePause = 1

/** Gives a running run back until more comes, or so long. Throws `OwnershipLost`, also when it was paused or cancelled meanwhile. */
export async function restRun(db: Db, lease: Lease, milliseconds: number): Promise<void> {
  const { id, companyId, connectorId, owner, epoch } = lease
  const until = sql`now() + ${milliseconds} * interval '1 millisecond'`
  const { numAffectedRows } = await sql`
    update runs set owner = null, lease_until = null, waits_until = ${until}, waiting = null, held_by = null, status_reason = 'Waiting for new events.',
      status_next = 'Waiting for events until ' || to_char((${until}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC. The run ends if none arrive.'
    where id = ${id} and company_id = ${companyId} and owner = ${owner} and epoch = ${epoch} and status = 'running'`.execute(db)
  if (numAffectedRows !== 1n) throw new OwnershipLost(id)
  await changed(db, { companyId, connectorId, what: 'records' })
}

/** Longest rest of a run that waits for a limit: then it is seen whether the host takes something again. */
const limitRestMax = 300_000
const limitRestMin = 30_000

/** `wait`: milliseconds until the next request may be sent. Where `standing` is held by something, it says itself when the run goes on. */
export type LimitRest = { readonly wait: number; readonly standing: StatusReason }

/**
 * Gives a run back that only waits for a rate limit, so that it takes no place of an engine. It keeps its records and goes on by itself. Throws
 * `OwnershipLost`, also when it was paused or cancelled meanwhile.
 */
export async function restLimited(db: Db, lease: Lease, rest: LimitRest): Promise<void> {
  const { id, companyId, connectorId, part } = lease
  const { heldBy = null } = rest.standing
  const until = sql`now() + ${Math.min(limitRestMax, Math.max(limitRestMin, rest.wait))} * interval '1 millisecond'`
  if (part) {
    const rested = await sql`
      update run_parts set owner = null, lease_until = null, waits_until = ${until}, free_since = ${until} where ${ownedBy(lease)}`.execute(
      db,
    )
    if (rested.numAffectedRows !== 1n) throw new OwnershipLost(id)
  }
  // The run itself waits for nobody but its parts.
  const given = part ? sql`status_reason` : sql`owner = null, lease_until = null, waits_until = ${until}, status_reason`
  const { numAffectedRows } = await sql`
    update runs set ${given} = ${rest.standing.reason}, held_by = ${heldBy},
      waiting = ${rest.standing.waiting ? jsonText(rest.standing.waiting) : null}::jsonb || jsonb_build_object('nextAt', to_char((${until}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      status_next = coalesce(${heldBy === null ? null : rest.standing.next}::text,
        'Continues at ' || to_char((${until}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC.')
    where ${ownedBy(inLedger(lease))} and status = 'running'`.execute(db)
  if (numAffectedRows !== 1n) throw new OwnershipLost(id)
  await changed(db, { companyId, connectorId, what: 'records' })
}

/** Runs that rest until more events come. */
const restingRuns = sql`r.connector_id = h.connector_id and r.company_id = h.company_id and r.trigger <> 'replay' and r.status = 'running'
      and r.owner is null and r.lease_until is null and r.waits_until > now() and r.stalls = 0 and r.waiting is null and r.held_by is null`

/** When one of them goes on because events wait, or its version takes events no more; null where there is no such reason. */
const goesOnAt = (
  pause: number,
) => sql<Date | null>`case when c.live_version is distinct from r.version or not h.is_live then now()
      when h.held > 0 then r.waits_until - ${pause} * interval '1 millisecond' + ${pagePause}::int * interval '1 second' end`

/**
 * Lets resting runs go on at once for which events wait, or whose version takes events no more. Returns how many.
 * @param pause milliseconds that a run rests.
 */
export async function wakeRestingRuns(db: Db, pause: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update runs r set waits_until = null
    from hooks h join connectors c on c.id = h.connector_id and c.company_id = h.company_id
    where ${restingRuns} and ${goesOnAt(pause)} <= now()`.execute(db)
  return Number(numAffectedRows)
}

/** Milliseconds until a run is opened for events that wait, and until a resting run goes on because of them; null where nothing waits. */
export async function untilEventsAreDue(
  db: Db,
  pause: number,
): Promise<{ readonly opens: number | null; readonly goesOn: number | null }> {
  const { rows } = await sql<{ opens: number | null; goesOn: number | null }>`
    select (extract(epoch from ${nextHookStart} - clock_timestamp()) * 1000)::float8 as opens,
      (extract(epoch from (
        select min(${goesOnAt(pause)}) from runs r, hooks h join connectors c on c.id = h.connector_id and c.company_id = h.company_id
        where ${restingRuns}) - clock_timestamp()) * 1000)::float8 as "goesOn"`.execute(db)
  return rows[0] ?? { opens: null, goesOn: null }
}

// Who waits for an engine.

/** Its parts wait for an engine, and not the run. */
const isNotInParts = sql<boolean>`owner is distinct from ${ownerOfParts}`

/** The companies that have a run which waits for an engine, once each. */
export async function waitingCompanies(db: Kysely<Tables>): Promise<string[]> {
  const parts = db
    .selectFrom('run_parts as p')
    .innerJoin('runs as r', 'r.id', 'p.run_id')
    .select('p.company_id')
    .distinct()
    .where('p.ended_at', 'is', null)
    .where('p.owner', 'is', null)
    .where('r.status', 'in', ['queued', 'running'])
    .where((eb) => eb.or([eb('p.waits_until', 'is', null), eb('p.waits_until', '<=', sql<Date>`now()`)]))
  const rows = await db
    .selectFrom('runs')
    .select('company_id')
    .distinct()
    .where('status', 'in', ['queued', 'running'])
    .where(isNotInParts)
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', sql<Date>`now()`)]))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now()`)]))
    .union(parts)
    .execute()
  return rows.map(({ company_id }) => company_id)
}

/** How many runs wait for an engine: new ones, and those that were given back before their end; not those that rest until more events come. */
export async function countWaitingRuns(db: Kysely<Tables>): Promise<number> {
  const { waiting } = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('status', 'in', ['queued', 'running'])
    .where(isNotInParts)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now()`)]))
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', sql<Date>`now()`), eb('stalls', '>', 0)]))
    .executeTakeFirstOrThrow()
  return waiting
}
