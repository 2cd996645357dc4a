/** Alarms that are raised and not told yet, and the time that judging goes by. */
import { type Kysely, sql } from 'kysely'
import { alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import type { AlarmKind } from '#contract/alerts/alarm.ts'
import { statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { AlarmStep } from './alarms.repository.ts'

type Db = Kysely<Tables>

/** Any number, the same in every process; another one than those of other locks. */
const judgingLock = 7_201_212

/** Whether this process judges until the transaction ends; false when another one does. */
export async function tryToJudge(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_try_advisory_xact_lock(${judgingLock}) as is`.execute(tx)
  return rows[0]?.is ?? false
}

/** The time of the database. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

export type UnsentAlarm = {
  readonly connectorId: string
  readonly companyId: string
  readonly kind: AlarmKind
  readonly reason: string
  readonly next: string
}

/** Raised alarms that wait to be told, after one in their order. Nobody else tells them before the transaction ends. */
export async function lockUnsent(tx: Db, after: string | null, limit: number): Promise<UnsentAlarm[]> {
  const { rows } = await sql<UnsentAlarm>`
    select connector_id as "connectorId", company_id as "companyId", kind, reason, next from alarms
    where state = 'raised' and not is_told and (${after}::uuid is null or connector_id > ${after})
    order by connector_id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export async function markNotified(tx: Db, alarms: readonly Pick<UnsentAlarm, 'connectorId' | 'kind'>[]): Promise<void> {
  const given = alarms.map((it) => ({ c: it.connectorId, k: it.kind }))
  await sql`update alarms a set is_told = true
    from json_to_recordset(${JSON.stringify(given)}::json) as g(c uuid, k text) where a.connector_id = g.c and a.kind = g.k`.execute(
    tx,
  )
}

/** Looked up by its id, whatever the planner thinks of tables that it has not counted yet. */
export const itsConnector = sql`cross join lateral (
  select * from connectors where id = a.connector_id and company_id = a.company_id offset 0) c`

type Unsettled = Pick<AlarmStep, 'connectorId' | 'companyId' | 'kind'> & { readonly status: string }

/** Mutes whose time is over. */
export async function overMutes(tx: Db, now: Date, limit: number): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select a.connector_id as "connectorId", a.company_id as "companyId", a.kind, c.status
    from alarms a ${itsConnector}
    where a.state = 'muted' and a.muted_until <= ${now} order by a.muted_until limit ${limit}`.execute(tx)
  return rows
}

/** Alarms of connectors that do not work: paused, failed, or a draft again. One that deploys goes on with what was live. */
export async function restingAlarms(tx: Db, limit: number): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select a.connector_id as "connectorId", a.company_id as "companyId", a.kind, c.status
    from alarms a ${itsConnector}
    where a.state in ('raised', 'acknowledged', 'cleared') and a.state = any(${statesAllowing(alarmLifecycle, 'connector.rested')})
      and c.deleted_at is null and c.status in ('Pause', 'Failed', 'Draft')
    order by a.connector_id limit ${limit}`.execute(tx)
  return rows
}

/** Alarms of connectors that were deleted. */
export async function orphanedAlarms(tx: Db, limit: number): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select a.connector_id as "connectorId", a.company_id as "companyId", a.kind, c.status
    from alarms a ${itsConnector}
    where a.state <> 'gone' and c.deleted_at is not null order by a.connector_id limit ${limit}`.execute(tx)
  return rows
}
