/** Erases what a connector kept of its records before it was set to keep nothing: of runs that have ended and leave nothing to be sent. */
import { type Kysely, sql } from 'kysely'

import { sendJob } from '#server/platform/database/job-queues.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** Runs of one commit. */
const atOnce = 20

/** Of a replay: no run of it is open, or leaves records that the next run has to send. */
const isOver = sql`not exists (select from runs r where r.id = replays.run_id and r.company_id = replays.company_id
  and (r.ended_at is null or r.unsent > 0))`

/**
 * In the commit in which its connector was set to keep no payloads: examples and records of replays at once, runs by the job. A replay that is under
 * way keeps what it was given until it has ended.
 */
export async function beginErasure(tx: Db, { companyId, connectorId }: ConnectorKey): Promise<void> {
  await sql`insert into payload_erasures (connector_id, company_id) values (${connectorId}, ${companyId})
    on conflict (connector_id) do update set after = null, asked_at = now()`.execute(tx)
  await sendJob(tx, 'payload-erasure', null)
  await sql`update draft_shapes set shape = keep_shape(connector_id, shape), updated_at = now()
    where connector_id = ${connectorId} and company_id = ${companyId}`.execute(tx)
  await sql`update replays set given = convert_to('[]', 'UTF8')
    where connector_id = ${connectorId} and company_id = ${companyId} and given is not null and ${isOver}`.execute(tx)
}

/** In the commit in which it keeps payloads again. */
export async function endErasure(tx: Db, { companyId, connectorId }: ConnectorKey): Promise<void> {
  await sql`delete from payload_erasures where connector_id = ${connectorId} and company_id = ${companyId}`.execute(tx)
}

export async function listErasures(db: Db): Promise<ConnectorKey[]> {
  const { rows } = await sql<ConnectorKey>`
    select connector_id as "connectorId", company_id as "companyId" from payload_erasures order by asked_at limit 1000`.execute(
    db,
  )
  return rows
}

/** The next runs in their order, up to the first one that is open or whose records the next run has to send; none while a replay may read them. */
async function nextRuns(tx: Db, { companyId, connectorId }: ConnectorKey): Promise<{ id: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; at: Date; waits: boolean }>`
    select r.id, r.created_at as at, r.status in ('queued', 'running', 'paused') or r.unsent > 0 as waits
    from payload_erasures e join runs r on r.connector_id = e.connector_id and r.company_id = e.company_id
    where e.connector_id = ${connectorId} and e.company_id = ${companyId} and r.created_at > coalesce(e.after, '-infinity')
      and not exists (select from replays y join runs o on o.id = y.run_id
        where y.connector_id = e.connector_id and y.company_id = e.company_id and (o.ended_at is null or o.unsent > 0))
    order by r.created_at limit ${atOnce}`.execute(tx)
  const first = rows.findIndex(({ waits }) => waits)
  return first < 0 ? rows : rows.slice(0, first)
}

/** One step, in one commit. @returns whether there may be another one now. */
export async function eraseNext(tx: Db, whose: ConnectorKey): Promise<boolean> {
  const { companyId, connectorId } = whose
  const runs = await nextRuns(tx, whose)
  const ids = runs.map(({ id }) => id)
  const last = runs.at(-1)
  if (last === undefined) {
    await sql`delete from payload_erasures e where connector_id = ${connectorId} and company_id = ${companyId}
      and not exists (select from runs r where r.connector_id = e.connector_id and r.company_id = e.company_id
        and r.created_at > coalesce(e.after, '-infinity'))`.execute(tx)
    return false
  }
  const these = sql`company_id = ${companyId} and run_id = any(${ids}::uuid[])`
  await sql`delete from read_pages where ${these}`.execute(tx)
  await sql`update source_pages p set body = '', sealed = false, outline = (p.outline::jsonb || jsonb_build_object('z', 1, 'n', (
      select coalesce(jsonb_agg((n - 1)::text), '[]') from jsonb_array_elements(p.outline::jsonb -> 'n') with ordinality as k(v, n))))::text
    where ${these} and p.outline::jsonb ? 'v' and not p.outline::jsonb ? 'z'`.execute(tx)
  await sql`update transactions set record_key = position::text, remote_id = null, error = bare_problem(error) where ${these}`.execute(
    tx,
  )
  await sql`update attempts set answer = bare_answer(answer), error = bare_problem(error) where ${these}`.execute(tx)
  await sql`update settlements set attempts = (attempts::jsonb || jsonb_build_object('a', (
      select coalesce(jsonb_agg(bare_answer(it) order by n), '[]') from jsonb_array_elements(attempts::jsonb -> 'a') with ordinality as k(it, n))))::text
    where ${these}`.execute(tx)
  await sql`update lookups set asked = 'Not stored.', answer = null, error = bare_problem(error) where ${these}`.execute(tx)
  await sql`update afterwards set request = case when status = 'pending' then request end, answer = null, error = bare_problem(error) where ${these}`.execute(
    tx,
  )
  await sql`update hook_events set body = '', beside = null where ${these}`.execute(tx)
  await sql`update replays set given = convert_to('[]', 'UTF8') where ${these} and given is not null`.execute(tx)
  await sql`update runs set error = bare_problem(error), note = null, status_reason = case when error is null then status_reason else error ->> 'title' end
    where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(tx)
  await sql`update payload_erasures set after = ${last.at} where connector_id = ${connectorId} and company_id = ${companyId}`.execute(
    tx,
  )
  return true
}
