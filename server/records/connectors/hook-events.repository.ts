/** Events that came in by hooks: kept before the sender is answered, taken in the commit that keeps the page they are delivered with. */
import { type Kysely, sql } from 'kysely'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

export type NewEvent = {
  readonly id: string
  /** The sender's own id of the event; null when it has none. */
  readonly key: string | null
  /** Whether the key alone says that two events are the same one, whatever their bodies. */
  readonly isKeyWhole?: boolean
  /** JSON text, as it came; sealed where its connector keeps no payloads. */
  readonly body: string
  /** Of a sealed one: the same for the same event. Null of others. */
  readonly mark: string | null
  /** JSON of what was kept of headers and query, sealed where the body is. */
  readonly beside?: string | null
}

/**
 * What became of an event: kept now or before (`isHeld`: the connector does not deliver at the moment), or why not: no live version of the
 * connector has a webhook, as many wait as may, or another event had this key. `failed`: what came before under its key could not be read.
 */
export type StoredEvent =
  | { readonly outcome: 'kept'; readonly eventId: string; readonly isHeld: boolean }
  | { readonly outcome: 'closed' | 'full' | 'key-reused' }
  | { readonly outcome: 'failed'; readonly thrown: unknown }

type AddRow = { readonly is_live: boolean; readonly is_held: boolean; readonly added: readonly string[] }

/** What is the same for each event of a group. */
const closed: StoredEvent = { outcome: 'closed' }
const full: StoredEvent = { outcome: 'full' }

/**
 * Keeps events of one connector in one commit and gives the result of each, in their order. `max`: how many may wait for one connector. An event
 * under a key that came before is not kept again, whether it came in an earlier commit or earlier in the same group.
 */
export async function addEvents(
  db: Db,
  connectorId: string,
  events: readonly NewEvent[],
  max: number,
): Promise<readonly StoredEvent[]> {
  const keys = new Set<string>()
  const firsts = events.filter(({ key }) => key === null || (!keys.has(key) && keys.add(key)))
  const { rows } = await statement<AddRow>(db)`-- prepared: add-events
    with hook as (
      select h.connector_id, h.company_id, h.is_live, ${max}::int - h.held as room, c.status <> 'Active' or is_suspended(c.company_id)
        or is_held(c.company_id, c.id) as is_held
      from hooks h join connectors c on c.id = h.connector_id and c.company_id = h.company_id
      where h.connector_id = ${connectorId}::uuid and c.deleted_at is null for update of h),
    fresh as (
      select e.*, row_number() over (order by e.place) as nth
      from unnest(${firsts.map(({ id }) => id)}::uuid[], ${firsts.map(({ key }) => key)}::text[], ${firsts.map(({ body }) => body)}::text[],
        ${firsts.map(({ mark }) => mark)}::text[], ${firsts.map(({ beside }) => beside ?? null)}::text[])
        with ordinality as e (id, key, body, mark, beside, place)
      where not exists (select 1 from hook_events k where k.connector_id = ${connectorId}::uuid and k.event_key = e.key)),
    added as (
      insert into hook_events (id, company_id, connector_id, event_key, body, body_mark, beside)
      select f.id, h.company_id, h.connector_id, f.key, f.body, f.mark, f.beside from fresh f cross join hook h
      where h.is_live and f.nth <= h.room order by f.place
      on conflict (connector_id, event_key) do nothing returning id),
    counted as (
      update hooks set held = held + (select count(*) from added), last_received_at = now()
      where connector_id = ${connectorId}::uuid and exists (select 1 from added))
    select is_live, is_held, array(select id::text from added) as added from hook`
  const [row] = rows
  if (!row?.is_live) return events.map(() => closed)
  const added = new Set(row.added)
  const isHeld = row.is_held
  const repeated = events.flatMap(({ id, key }) => (added.has(id) || key === null ? [] : [key]))
  let known: Awaited<ReturnType<typeof findByKeys>> | null = null
  let failed: StoredEvent | null = null
  try {
    if (repeated.length > 0) known = await findByKeys(db, connectorId, repeated)
  } catch (thrown) {
    // In a transaction nothing was kept. Outside of one the added events are, and refused ones without a key would come a second time.
    if (db.isTransaction) throw thrown
    failed = { outcome: 'failed', thrown }
  }
  return events.map((event): StoredEvent => {
    if (added.has(event.id)) return { outcome: 'kept', eventId: event.id, isHeld }
    if (failed && event.key !== null) return failed
    const first = event.key === null ? undefined : known?.get(event.key)
    if (!first) return full
    // Of one that was erased without a mark nothing is known but its key.
    const isOther =
      event.mark === null || first.body_mark === null ? !['', event.body].includes(first.body) : first.body_mark !== event.mark
    if (isOther && !event.isKeyWhole) return { outcome: 'key-reused' }
    return { outcome: 'kept', eventId: first.id, isHeld: isHeld && !first.isTaken }
  })
}

async function findByKeys(db: Db, connectorId: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('hook_events')
    .select(['id', 'event_key', 'body', 'body_mark', 'run_id'])
    .where('connector_id', '=', connectorId)
    .where('event_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.event_key, { ...row, isTaken: row.run_id !== null }]))
}

/** Bytes of the bodies of one page. */
const pageMax = 4 * 1024 * 1024

export type WaitingEvent = {
  readonly id: string
  readonly receivedAt: Date
  readonly body: string
  readonly beside?: string | null
}

/** The oldest events that no page has taken and that are not among `except`: at most `limit`, and about 4 MB. */
export async function heldEvents(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  limit: number,
  except: readonly string[],
): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, received_at as "receivedAt", body, beside from (
      select oldest.*, row_number() over by_age as place, sum(octet_length(body)) over by_age as total from (
        select id, seq, received_at, body, beside from hook_events
        where company_id = ${companyId} and connector_id = ${connectorId} and run_id is null and id <> all(${except}::uuid[])
        order by seq limit ${limit}) oldest
      window by_age as (order by seq)) sized
    where place = 1 or total <= ${pageMax} order by seq`.execute(db)
  return rows
}

/** Whether a version is the one of its connector that takes events now. */
export async function isLiveVersion(db: Db, run: ConnectorKey & { readonly version: number }): Promise<boolean> {
  const row = await db
    .selectFrom('connectors')
    .select('live_version')
    .where('id', '=', run.connectorId)
    .where('company_id', '=', run.companyId)
    .executeTakeFirst()
  return row?.live_version === run.version
}

/** An event and the records that were made of it: the place of the first one in the run, and how many there are. */
export type TakenEvent = { readonly id: string; readonly first: number; readonly records: number }

/**
 * Marks events as taken by a page of a run: to be called in the commit that keeps the page. Returns how many were taken now. When they are
 * fewer than were given, another page has some of them already, and the page must not be kept.
 */
export async function takeEvents(
  tx: Db,
  run: ConnectorKey & { readonly id: string },
  events: readonly TakenEvent[],
  page: number,
): Promise<number> {
  const [ids, firsts, counts] = [events.map((it) => it.id), events.map((it) => it.first), events.map((it) => it.records)]
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      update hook_events e set run_id = ${run.id}, page = ${page}, taken_at = now(), first_position = g.first, record_count = g.records,
        body = case when keeps_payloads(connector_id) then body else '' end,
        beside = case when keeps_payloads(connector_id) then beside end
      from unnest(${ids}::uuid[], ${firsts}::int[], ${counts}::int[]) as g(id, first, records)
      where company_id = ${run.companyId} and connector_id = ${run.connectorId} and e.id = g.id and run_id is null
      returning 1),
    counted as (
      update hooks set held = held - (select count(*) from taken)
      where company_id = ${run.companyId} and connector_id = ${run.connectorId})
    select count(*)::int as taken from taken`.execute(tx)
  return rows[0]?.taken ?? 0
}

/** A connector for which events wait and nobody moves any. */
export type WaitingHook = ConnectorKey & { readonly version: number }

/** Seconds after which a run is opened for events that came in meanwhile, so that a steady flow makes few runs. A full page is followed at once. */
const runPause = 1
const fullPage = 1_000
/** The same after a run that failed with what it took, and after one that could not even take anything. */
const failedPause = 5
const brokenPause = 60

const openStates = sql`any(${[...openRunStates]})`

/** Connectors whose events wait for a run. */
const waitingHooks = sql`hooks h join connectors c on c.id = h.connector_id and c.company_id = h.company_id
    left join lateral (
      select r.status, r.created_at, r.ended_at, r.records_read from runs r
      where r.connector_id = c.id and r.trigger <> 'replay' order by r.created_at desc limit 1) before on true
    where h.is_live and h.held > 0 and c.status = 'Active' and c.deleted_at is null and c.live_version is not null
      and not exists (select 1 from runs r where r.connector_id = c.id and r.status = ${openStates} and r.trigger <> 'replay')`

/** When a run should be opened for one of them: at once where the run before is of a time to come, for the clock was set back. */
const opensAt = sql<Date>`case when before.status is null or before.created_at > now() or before.ended_at > now() then now()
    when before.status = 'failed' then before.ended_at + interval '1 second' *
      case when before.records_read = 0 then ${brokenPause}::int else ${failedPause}::int end
    when before.records_read >= ${fullPage}::int then now()
    else before.created_at + interval '1 second' * ${runPause}::int end`

/** Takes connectors that a run should be opened for. Until the transaction ends nobody else starts, pauses or deletes them. */
export async function lockWaitingHooks(tx: Db, limit: number): Promise<WaitingHook[]> {
  const { rows } = await sql<WaitingHook>`
    select c.id as "connectorId", c.company_id as "companyId", c.live_version as version
    from ${waitingHooks} and ${opensAt} <= now() limit ${limit} for no key update of c skip locked`.execute(tx)
  return rows
}

/** When the next run should be opened for events that wait; null where none do. */
export const nextHookStart = sql<Date | null>`(select min(${opensAt}) from ${waitingHooks})`

/** Removes events whose run ended so many days ago, and those that waited for a connector that is deleted since then. */
export async function forgetSettledEvents(db: Db, days: number): Promise<void> {
  const since = sql`now() - ${days}::int * interval '1 day'`
  await sql`
    delete from hook_events e where run_id is not null and taken_at < ${since} and not exists (
      select 1 from runs r where r.id = e.run_id and r.company_id = e.company_id and (r.ended_at is null or r.ended_at >= ${since}))`.execute(
    db,
  )
  await sql`
    with gone as (
      delete from hook_events e using connectors c
      where e.run_id is null and c.id = e.connector_id and c.company_id = e.company_id and c.deleted_at < ${since}
      returning e.connector_id)
    update hooks set held = 0 where connector_id in (select connector_id from gone)`.execute(db)
}
