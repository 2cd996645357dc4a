/** Schedules, alerts and owners of connectors as questions ask for them. Company and owner stand in every query. */
import { type Kysely, sql } from 'kysely'
import type { AlarmState } from '#contract/alerts/alarm.lifecycle.ts'
import type { AlarmKind } from '#contract/alerts/alarm.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../../platform/security/access.ts'

type Db = Kysely<Tables>
/** `connectorIds`: null of all that the caller sees. */
type Of = TenantScope & { readonly connectorIds: readonly string[] | null }

const seen = ({ companyId, ownerId, connectorIds }: Of) => sql`
  c.company_id = ${companyId} and c.deleted_at is null ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
  ${connectorIds === null ? sql`` : sql`and c.id = any(${[...connectorIds]}::uuid[])`}`

export type Scheduled = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly everySeconds: number | null
  readonly cron: string | null
  readonly timeZone: string | null
  /** Null while nothing is planned. */
  readonly nextAt: Date | null
  readonly missed: number
  readonly missedSince: Date | null
  readonly skipped: number
  readonly skippedSince: Date | null
}

/** Connectors whose live version has a schedule, the next one first. */
export async function scheduledConnectors(db: Db, of: Of): Promise<readonly Scheduled[]> {
  const { rows } = await sql<Scheduled>`
    select c.id, c.name, c.status, s.every_seconds as "everySeconds", s.cron, s.time_zone as "timeZone",
      case when c.status = 'Active' then s.next_at end as "nextAt", s.missed, s.missed_since as "missedSince", s.skipped, s.skipped_since as "skippedSince"
    from schedules s join connectors c on c.id = s.connector_id and c.company_id = s.company_id
    where ${seen(of)} order by 7 nulls last, lower(c.name)`.execute(db)
  return rows
}

export type AlertNow = {
  readonly id: string
  readonly name: string
  readonly kind: AlarmKind
  readonly state: AlarmState
  /** Since when it is in this state. */
  readonly since: Date
  readonly reason: string
  /** When it was raised last; null where that is no longer kept. */
  readonly raisedAt: Date | null
  readonly mutedUntil: Date | null
}

/** Alerts in one of some states, those that were raised last first. */
export async function alertsIn(db: Db, of: Of, states: readonly AlarmState[]): Promise<readonly AlertNow[]> {
  const { rows } = await sql<AlertNow>`
    select c.id, c.name, a.kind, a.state, a.since, a.reason, a.muted_until as "mutedUntil",
      (select max(e.at) from alarm_events e
        where e.connector_id = a.connector_id and e.company_id = a.company_id and e.kind = a.kind and e.state = 'raised') as "raisedAt"
    from alarms a join connectors c on c.id = a.connector_id and c.company_id = a.company_id
    where ${seen(of)} and a.state = any(${[...states]}) order by coalesce(
      (select max(e.at) from alarm_events e
        where e.connector_id = a.connector_id and e.company_id = a.company_id and e.kind = a.kind and e.state = 'raised'), a.since) desc, lower(c.name)`.execute(
    db,
  )
  return rows
}

export type AlertEvent = {
  readonly id: string
  readonly name: string
  readonly kind: AlarmKind
  readonly state: string
  readonly at: Date
  readonly reason: string
  readonly by: string | null
}

/** So many events are read, the newest ones. */
export const eventsMax = 200

/** What happened to alerts in a time, the newest first; of all times where none is given. */
export async function alertEvents(
  db: Db,
  of: Of,
  { state, from, to }: { readonly state: string; readonly from: number | null; readonly to: number | null },
): Promise<readonly AlertEvent[]> {
  const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
  const { rows } = await sql<AlertEvent>`
    select c.id, c.name, e.kind, e.state, e.at, e.reason, nullif(trim(u.first_name || ' ' || u.last_name), '') as by
    from alarm_events e join connectors c on c.id = e.connector_id and c.company_id = e.company_id
    left join users u on u.id = e.actor_id and u.company_id = e.company_id
    where ${seen(of)} and e.state = ${state} ${from === null ? sql`` : sql`and e.at >= ${time(from)}`} ${to === null ? sql`` : sql`and e.at < ${time(to)}`}
    order by e.at desc, e.id desc limit ${eventsMax}`.execute(db)
  return rows
}

export type OwnedConnector = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly reason: string
  readonly since: Date
  readonly createdAt: Date
  readonly ownerId: string
  readonly owner: string
}

/** Connectors with who owns them, by name. */
export async function ownedConnectors(db: Db, of: Of): Promise<readonly OwnedConnector[]> {
  const { rows } = await sql<OwnedConnector>`
    select c.id, c.name, c.status, c.status_reason as reason, c.status_since as since, c.created_at as "createdAt", c.owner_id as "ownerId",
      trim(u.first_name || ' ' || u.last_name) as owner
    from connectors c join users u on u.id = c.owner_id and u.company_id = c.company_id
    where ${seen(of)} order by lower(c.name), c.id`.execute(db)
  return rows
}

/** Who paused a connector last, and when; null where that is not known. */
export async function pausedBy(
  db: Db,
  companyId: string,
  connectorId: string,
): Promise<{ readonly by: string | null; readonly at: Date } | null> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select nullif(trim(u.first_name || ' ' || u.last_name), '') as by, h.at from connector_history h
    left join users u on u.id = h.actor_id and u.company_id = h.company_id
    where h.company_id = ${companyId} and h.connector_id = ${connectorId} and h.what = 'paused' order by h.at desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Runs of a time that failed before they read a record. */
export async function countUnread(db: Db, of: Of, { from, to }: { readonly from: number; readonly to: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where ${seen(of)} and r.status = 'failed' and r.records_read = 0
      and r.created_at >= ${new Date(from).toISOString()}::timestamptz and r.created_at < ${new Date(to).toISOString()}::timestamptz`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export type FailedConnector = { readonly id: string; readonly name: string; readonly runs: number; readonly unread: number }

/** Connectors that had runs in a time that failed or lost records, with how many. */
export async function failedConnectors(
  db: Db,
  of: Of,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly FailedConnector[]> {
  const { rows } = await sql<FailedConnector>`
    select c.id, c.name, count(*)::int as runs, (count(*) filter (where r.status = 'failed' and r.records_read = 0))::int as unread
    from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where ${seen(of)} and (r.status = 'failed' or r.records_failed + r.records_unknown > 0)
      and r.created_at >= ${new Date(from).toISOString()}::timestamptz and r.created_at < ${new Date(to).toISOString()}::timestamptz
    group by c.id, c.name order by lower(c.name), c.id`.execute(db)
  return rows
}
