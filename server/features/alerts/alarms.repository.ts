/** Alarms as they stand. A row is moved only by the chart (`contract/alerts/alarm.lifecycle.ts`); a connector without rows is watched. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type AlarmMove, type AlarmState, alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import { type Alarm, type AlarmEvent, type AlarmKind, alarmKinds, type Figure } from '#contract/alerts/alarm.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'
import { type Watched, watching } from './alarm-watching.repository.ts'

type Db = Kysely<Tables>
type Whose = { readonly companyId: string; readonly connectorId: string; readonly kind: AlarmKind }

/** Events of one alarm that are told at once. */
const eventsListed = 50

type Row = {
  readonly connectorId: string
  readonly connectorName: string
  readonly kind: AlarmKind
  readonly state: AlarmState
  readonly since: Date
  readonly reason: string
  readonly next: string
  readonly mutedUntil: Date | null
} & Watched

const toAlarm = ({ since, mutedUntil, status, hasSchedule, ...row }: Row): Alarm => ({
  ...row,
  isEvaluated: status === 'Active' && row.state !== 'off' && row.state !== 'muted' && row.state !== 'gone',
  ...(row.state === 'watching' ? watching(row.kind, { status, hasSchedule }, row.reason) : {}),
  since: since.toISOString(),
  mutedUntil: mutedUntil?.toISOString() ?? null,
})

const watched = sql`c.status, exists (
  select from schedules d where d.connector_id = c.id and d.company_id = c.company_id) as "hasSchedule"`
const columns = sql`a.connector_id as "connectorId", c.name as "connectorName", a.kind, a.state, a.since, a.reason, a.next, a.muted_until as "mutedUntil", ${watched}`
const seen = ({ companyId, ownerId }: TenantScope) => sql`
  from alarms a join connectors c on c.id = a.connector_id and c.company_id = a.company_id
  where a.company_id = ${companyId} and c.deleted_at is null and (${ownerId}::uuid is null or c.owner_id = ${ownerId})`

type AlarmsQuery = { readonly state: AlarmState | undefined; readonly page: number; readonly limit: number }

/** Of all connectors in sight: the raised ones first, then the newest. Without a state those that were raised, acknowledged, muted or cleared. */
export async function listAlarms(
  db: Db,
  tenantScope: TenantScope,
  { state, page, limit }: AlarmsQuery,
): Promise<{ data: Alarm[]; total: number }> {
  const states: readonly AlarmState[] = state === undefined ? ['raised', 'acknowledged', 'muted', 'cleared'] : [state]
  const wanted = sql`${seen(tenantScope)} and a.state = any(${states})`
  const { rows } = await sql<Row>`select ${columns} ${wanted}
    order by a.state = 'raised' desc, a.since desc, a.connector_id, a.kind limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db)
  return { data: rows.map(toAlarm), total: counted[0]?.total ?? 0 }
}

/** One of each kind. @param isOn whether the settings want it. */
export async function alarmsOf(
  db: Db,
  { companyId, connectorId, connectorName }: Omit<Whose, 'kind'> & { readonly connectorName: string },
  isOn: (kind: AlarmKind) => boolean,
): Promise<Alarm[]> {
  const { rows } =
    await sql<Row>`select ${columns} ${seen({ companyId, ownerId: null })} and a.connector_id = ${connectorId}`.execute(db)
  const standing = await sql<Watched>`
    select ${watched} from connectors c where c.id = ${connectorId} and c.company_id = ${companyId}`.execute(db)
  const its = standing.rows[0] ?? { status: 'Draft', hasSchedule: false }
  return alarmKinds.map((kind) => {
    const row = rows.find((it) => it.kind === kind)
    if (row) return toAlarm(row)
    const state = isOn(kind) ? ('watching' as const) : ('off' as const)
    return { connectorId, connectorName, kind, state, since: null, ...watching(kind, its, null), mutedUntil: null }
  })
}

/** What an alarm was raised by last, and what became of it. */
export async function alarmHistory(
  db: Db,
  { companyId, connectorId, kind }: Whose,
): Promise<{ figures: readonly Figure[]; events: AlarmEvent[] }> {
  const row = await db
    .selectFrom('alarms')
    .select('figures')
    .where('connector_id', '=', connectorId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const events = await db
    .selectFrom('alarm_events as e')
    .leftJoin('users as u', (on) => on.onRef('u.id', '=', 'e.actor_id').onRef('u.company_id', '=', 'e.company_id'))
    .select(['e.at', 'e.state', 'e.reason', 'u.first_name', 'u.last_name'])
    .where('e.connector_id', '=', connectorId)
    .where('e.company_id', '=', companyId)
    .where('e.kind', '=', kind)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(eventsListed)
    .execute()
  return {
    figures: row?.figures ?? [],
    events: events.map(({ at, state, reason, first_name, last_name }) => ({
      at: at.toISOString(),
      state,
      reason,
      by: first_name === null ? null : `${first_name} ${last_name}`.trim(),
    })),
  }
}

export type AlarmStep = {
  readonly companyId: string
  readonly connectorId: string
  readonly kind: AlarmKind
  readonly reason: string
  readonly next: string
  /** Left out: those of the last raise stay. */
  readonly figures?: readonly Figure[]
  readonly mutedUntil?: Date | null
}

type Done = { readonly at: Date; readonly actorId: string | null }

/**
 * Moves alarms along one edge of the chart and writes down what happened, those that stand elsewhere excepted. One that has no row stands at
 * watching. @returns those that were moved, each once, whoever else tries the same at the same time.
 */
export async function moveAlarms(
  tx: Db,
  type: AlarmMove['type'],
  steps: readonly AlarmStep[],
  { at, actorId }: Done,
): Promise<{ readonly connectorId: string; readonly kind: AlarmKind; readonly wasNotified: boolean }[]> {
  if (steps.length === 0) return []
  const from = statesAllowing(alarmLifecycle, type)
  const to = new Set(from.map((state) => moved(alarmLifecycle, state, { type }, undefined)))
  const [state] = to
  if (to.size !== 1 || state == null) throw new Error(`invariant: "${type}" leads to one state`)
  const given = steps.map((it) => ({
    ...{ c: it.connectorId, o: it.companyId, k: it.kind, r: it.reason, n: it.next },
    ...{ f: it.figures ?? null, m: it.mutedUntil?.toISOString() ?? null, w: from.includes('watching') },
  }))
  const isTold = state !== 'raised'
  const { rows } = await sql<{ connectorId: string; companyId: string; kind: AlarmKind; reason: string; wasNotified: boolean }>`
    with given as (
      select * from json_to_recordset(${jsonText(given)}::json) as g(c uuid, o uuid, k text, r text, n text, f jsonb, m timestamptz, w boolean)),
    before as (
      select a.connector_id, a.kind, a.is_told from alarms a join given g on g.c = a.connector_id and g.k = a.kind and g.o = a.company_id
      where a.state = any(${from}) order by a.connector_id, a.kind for update of a),
    changed as (
      update alarms a set state = ${state}, since = ${at}, reason = g.r, next = g.n, figures = coalesce(g.f, a.figures), muted_until = g.m,
        is_told = ${isTold} and a.is_told
      from given g, before b where g.c = a.connector_id and g.k = a.kind and b.connector_id = a.connector_id and b.kind = a.kind
      returning a.connector_id, a.company_id, a.kind, a.reason, b.is_told),
    added as (
      insert into alarms (connector_id, company_id, kind, state, since, reason, next, figures, muted_until, is_told)
      select g.c, g.o, g.k, ${state}, ${at}, g.r, g.n, coalesce(g.f, '[]'), g.m, ${isTold} from given g where g.w
      on conflict (connector_id, kind) do nothing
      returning connector_id, company_id, kind, reason, true as is_told)
    select connector_id as "connectorId", company_id as "companyId", kind, reason, is_told as "wasNotified" from changed
    union all select connector_id, company_id, kind, reason, is_told from added`.execute(tx)
  const events = rows.map((it) => ({ i: uuid(), c: it.connectorId, o: it.companyId, k: it.kind, r: it.reason }))
  await sql`insert into alarm_events (id, company_id, connector_id, kind, at, state, reason, actor_id)
    select i, o, c, k, ${at}, ${state}, r, ${actorId}
    from json_to_recordset(${jsonText(events)}::json) as g(i uuid, c uuid, o uuid, k text, r text)`.execute(tx)
  const companies = [...new Set(rows.map(({ companyId }) => companyId))]
  await changed(tx, ...companies.map((companyId) => ({ companyId, userId: null, what: 'bell' as const })))
  return rows
}

/** Where one stands now. Nobody moves it before the transaction ends; one without a row is watched, and so can be added meanwhile. */
export async function holdAlarm(tx: Db, { companyId, connectorId, kind }: Whose): Promise<AlarmState | null> {
  const row = await tx
    .selectFrom('alarms')
    .select('state')
    .where('connector_id', '=', connectorId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  return row?.state ?? null
}

/** Where alarms of connectors stand; those without a row are missing. */
export async function alarmStatesOf(
  db: Db,
  connectorIds: readonly string[],
): Promise<{ readonly connectorId: string; readonly companyId: string; readonly kind: AlarmKind; readonly state: AlarmState }[]> {
  if (connectorIds.length === 0) return []
  const { rows } = await sql<{ connectorId: string; companyId: string; kind: AlarmKind; state: AlarmState }>`
    select connector_id as "connectorId", company_id as "companyId", kind, state from alarms
    where connector_id = any(${connectorIds}::uuid[])`.execute(db)
  return rows
}

/** Of every company. */
export async function forgetOldAlarmEvents(db: Db, days: number): Promise<void> {
  await sql`delete from alarm_events where at < now() - ${days} * interval '1 day'`.execute(db)
}
