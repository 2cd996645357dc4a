/**
 * Records that a run read and could not send for no fault of theirs: the destination refused the caller, or was away, or their turn never came. Where
 * the next run does not read them again, because its cursor has passed them, it sends them first, under the key that they had (`carry-over.ts`).
 */
import { type Kysely, sql } from 'kysely'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type RunOf = { readonly companyId: string; readonly id: string }
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** With these a destination is away. A record may be to blame all the same where others of its run arrived. */
const away = sql.join(['destination/failing', 'destination/unreachable', 'destination/timeout'].map((code) => sql.lit(code)))

/**
 * Whether a line of the ledger failed without being to blame: it had no request of its own, or met what ended its run, or a destination that was away
 * while nothing of the run arrived.
 */
const isBlameless = (line: 't' | 'u', run: 'r' | 'x') => {
  const [t, r] = [sql.ref(line), sql.ref(run)]
  // What a line has in common with its attempt stands there only.
  const met = sql`coalesce(${t}.error, (
    select a.error from attempts a where a.run_id = ${t}.run_id and a.position = ${t}.delivery and a.number = ${t}.attempt))`
  return sql`${t}.status = 'failure' and ${t}.delivery is not null and ${r}.status = 'failed' and (${t}.attempt is null or ${met} ->> 'code' = ${r}.error ->> 'code'
    and ${met} -> 'answer' ->> 'status' is not distinct from ${r}.error -> 'answer' ->> 'status'
    or ${r}.error ->> 'code' = 'run/nothing-delivered' and ${met} ->> 'code' in (${away}))`
}

const open = sql.join(openRunStates.map((state) => sql.lit(state)))

/** Whether a destination, by the number that a column holds, is none of a version (an alias of `connector_versions`). The first one stays the first. */
export const isNoneOf = (
  version: string,
  route: string,
) => sql`${sql.ref(route)} > 0 and ${sql.ref(`${version}.number`)} is not null and not exists (
  select 1 from jsonb_array_elements(${sql.ref(`${version}.config`)} -> 'routes' -> 'others') d where (d ->> 'id')::int = ${sql.ref(route)})`

/** Whether a page `t.page` of a run is of a destination that the live version does not have any more. */
const isRemoved = ({ companyId, id }: RunOf) => sql`t.page in (
      select p.number from source_pages p join runs q on q.id = p.run_id and q.company_id = p.company_id
      join connectors k on k.id = q.connector_id and k.company_id = q.company_id
      join connector_versions v on v.company_id = k.company_id and v.connector_id = k.id and v.number = k.live_version
      where p.run_id = ${id} and p.company_id = ${companyId} and ${isNoneOf('v', 'p.route')})`

/**
 * Lines `t` of a run `r` that the next run has to send: of pages that its cursor has passed, and not of those that it sent for others itself. What a
 * later run or a replay sent, may have sent or was refused as a record is done with. Those of a removed destination, which stay failed, included.
 */
const left = ({ companyId, id }: RunOf) => sql`
  from runs r join transactions t on t.run_id = r.id
  left join lateral (
    select ${isBlameless('u', 'x')} as waits from carried_records c
    join runs x on x.id = c.run_id left join transactions u on u.run_id = c.run_id and u.position = c.position
    where c.from_run = r.id and c.from_position = t.position order by x.created_at desc limit 1) last on true
  left join carried_records o on o.run_id = r.id and o.position = t.position
  where r.id = ${id} and r.company_id = ${companyId} and t.run_id = ${id} and t.company_id = ${companyId} and t.status <> 'success'
    and t.page <= coalesce((r.checkpoint ->> 'through')::int, 0) and ${isBlameless('t', 'r')} and o.run_id is null
    and not exists (
      select 1 from carried_records c where c.from_run = r.id and c.from_position = t.position and last.waits is not true)
    and not exists (
      select 1 from connector_versions v where v.company_id = r.company_id and v.connector_id = r.connector_id and v.number = r.version
        and v.config -> 'destination' ->> 'unsent' = 'leave')
    and not exists (
      select 1 from replay_lines l join replays y on y.id = l.replay_id join runs z on z.id = y.run_id
      left join transactions u on u.run_id = z.id and u.position = l.place
      where l.root_run = r.id and l.root_position = t.position and l.place is not null
        and (u.status <> 'failure' or u.status is null and z.status in (${open})))`

/** The same without those of a removed destination: to another one they must not go. */
const waiting = (run: RunOf) => sql`${left(run)} and not ${isRemoved(run)}`

type Counted = { readonly unsent: number; readonly removed: number }

/**
 * Counts anew what waits of the earlier runs of a connector and, of a run that failed, what it leaves itself; and says so. Call it in the commit that
 * ends the run, or that puts another version live (`id`: null).
 */
export async function countUnsent(
  tx: Db,
  { companyId, connectorId, id }: ConnectorKey & { readonly id: string | null },
): Promise<void> {
  const runs = await tx
    .selectFrom('runs')
    .select(['id', 'unsent'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where((eb) => eb.or([eb('unsent', '>', 0), eb.and([eb('id', '=', id), eb('status', '=', 'failed')])]))
    .execute()
  let isTold = false
  const removedOf = new Map<string, number>()
  for (const run of runs) {
    const of = { companyId, id: run.id }
    const { rows } = await sql<Counted>`
      select (count(*) filter (where not ${isRemoved(of)}))::int as unsent, (count(*) filter (where ${isRemoved(of)}))::int as removed
      ${left(of)}`.execute(tx)
    const { unsent, removed } = rows[0] ?? { unsent: 0, removed: 0 }
    isTold ||= run.unsent > 0 || unsent > 0
    if (removed > 0) removedOf.set(run.id, removed)
    await tx.updateTable('runs').set({ unsent }).where('company_id', '=', companyId).where('id', '=', run.id).execute()
  }
  if (isTold) await tellNext(tx, { companyId, connectorId }, id)
  const removed = [...removedOf.values()].reduce((sum, count) => sum + count, 0)
  if (removed > 0 && id !== null) removedOf.set(id, removed)
  for (const [run, count] of removedOf) await tellRemoved(tx, { companyId, id: run }, count)
}

const nothingNext = 'The run has ended.'
const nextBegins = 'The next run first sends '
/** Also finds the sentence of earlier versions, which is stored. */
const nextPattern = 'The next run %first %'

/** Says of the runs that leave something, or told that earlier ones do, and of the one that ends now, what the next run sends first. */
async function tellNext(tx: Db, whose: ConnectorKey, ended: string | null): Promise<void> {
  const count = await unsentOf(tx, whose)
  const said = `${nextBegins}${count === 1 ? 'the record that was' : `the ${count} records that were`} not sent.`
  await tx
    .updateTable('runs')
    .set({ status_next: count > 0 ? said : nothingNext })
    .where('company_id', '=', whose.companyId)
    .where('connector_id', '=', whose.connectorId)
    .where('trigger', '<>', 'replay')
    .where('status', 'in', ['succeeded', 'failed', 'cancelled'])
    .where((eb) =>
      eb.or([eb('unsent', '>', 0), ...(count > 0 ? [eb('id', '=', ended)] : []), eb('status_next', 'like', nextPattern)]),
    )
    .execute()
}

/** Adds to what a run says of what comes next that records of a removed destination are sent by no run. */
async function tellRemoved(tx: Db, { companyId, id }: RunOf, count: number): Promise<void> {
  const said =
    count === 1 ? '1 record of a removed destination stays failed.' : `${count} records of a removed destination stay failed.`
  await tx
    .updateTable('runs')
    .set({ status_next: sql`case when status_next = ${nothingNext} then ${said} else status_next || ' ' || ${said} end` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('trigger', '<>', 'replay')
    .execute()
}

/** Earlier runs of a connector of which something waits, oldest first. */
export async function runsWithUnsent(db: Db, { companyId, connectorId, id }: RunOf & ConnectorKey): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('unsent', '>', 0)
    .where('id', '<>', id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.id)
}

/** What waits is no longer sent first: it stays failed, for whoever replays it. */
export async function leaveUnsent(tx: Db, { companyId, connectorId }: ConnectorKey): Promise<void> {
  await tx
    .updateTable('runs')
    .set({ unsent: 0, status_next: nothingNext })
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where((eb) => eb.or([eb('unsent', '>', 0), eb('status_next', 'like', nextPattern)]))
    .execute()
}

/** How many records of a connector the next run sends first. */
export async function unsentOf(db: Db, { companyId, connectorId }: ConnectorKey): Promise<number> {
  const { waiting: count } = await db
    .selectFrom('runs')
    .select(sql<number>`coalesce(sum(unsent), 0)::int`.as('waiting'))
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('unsent', '>', 0)
    .executeTakeFirstOrThrow()
  return count
}

export type UnsentPage = {
  readonly page: number
  readonly positions: readonly number[]
  readonly outline: string
  readonly body: Buffer
  readonly first: number
  /** That read and made them. */
  readonly version: number
  /** The number of their destination. */
  readonly route: number
}

/** Records of a run that wait, after a position, in order: as many of one page as may be, and the page; null when there are no more. */
export async function unsentPage(db: Db, run: RunOf, after: number, limit: number): Promise<UnsentPage | null> {
  const { rows } = await sql<{ page: number; positions: number[] }>`
    select page, array_agg(position order by position) as positions from (
      select t.page, t.position ${waiting(run)} and t.position > ${after} order by t.position limit ${limit}) them
    group by page order by page limit 1`.execute(db)
  const [found] = rows
  if (!found) return null
  const page = await db
    .selectFrom('source_pages')
    .select(['outline', 'body', 'first_position as first', 'version', 'route'])
    .where('company_id', '=', run.companyId)
    .where('run_id', '=', run.id)
    .where('number', '=', found.page)
    .executeTakeFirst()
  return page ? { ...found, ...page } : null
}

/** Whether all of some records still wait. Nobody starts a replay of them before the transaction ends. */
export async function stillWait(tx: Db, run: RunOf & ConnectorKey, positions: readonly number[]): Promise<boolean> {
  await sql`select 1 from connectors where id = ${run.connectorId} and company_id = ${run.companyId} for share`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${waiting(run)} and t.position = any(${positions}::int[])`.execute(tx)
  return rows[0]?.count === positions.length
}

/** Writes down which records of an earlier run stand in a page of this one, from a position on. */
export async function addCarried(
  tx: Db,
  { companyId, id }: RunOf,
  from: { readonly run: string; readonly positions: readonly number[]; readonly first: number },
): Promise<void> {
  await sql`
    insert into carried_records (company_id, run_id, position, from_run, from_position)
    select ${companyId}, ${id}, ${from.first}::int + (n - 1)::int, ${from.run}, p
    from unnest(${from.positions}::int[]) with ordinality as g(p, n)`.execute(tx)
}

/** How many records a run sends for earlier ones, and the versions that made them, the first first. */
export async function carriedBy(
  db: Db,
  { companyId, id }: RunOf,
): Promise<{ readonly count: number; readonly versions: readonly number[] }> {
  const rows = await db
    .selectFrom('carried_records as c')
    .innerJoin('runs as r', 'r.id', 'c.from_run')
    .select(({ fn }) => ['r.version', fn.countAll<number>().as('count')])
    .where('c.company_id', '=', companyId)
    .where('r.company_id', '=', companyId)
    .where('c.run_id', '=', id)
    .groupBy('r.version')
    .orderBy('r.version')
    .execute()
  return { count: rows.reduce((sum, { count }) => sum + Number(count), 0), versions: rows.map(({ version }) => version) }
}

/** Removes what was written down for runs that were opened so many days ago. */
export async function forgetOldCarried(db: Db, firstKept: string): Promise<void> {
  await sql`delete from carried_records c where run_id < ${firstKept}
    and not exists (select 1 from runs o where o.id = c.from_run and o.unsent > 0)`.execute(db)
}
