/** What alarms are judged by: schedules, newest runs and sums of the ledger, never its lines. Of connectors that stand at Active, as many as asked for. */
import { type Kysely, sql } from 'kysely'
import { alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import { type AlarmKind, type AlarmSettings, usualAlarmSettings } from '#contract/alerts/alarm.ts'
import { statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { itsConnector } from './alarm-notices.repository.ts'
import { wholeSettings } from './alarm-settings.repository.ts'

type Db = Kysely<Tables>
type Of = { readonly companyId: string; readonly connectorId: string }

const active = sql`c.status = 'Active' and c.deleted_at is null and c.live_version is not null`
const settings = sql`left join alarm_settings s on s.connector_id = c.id and s.company_id = c.company_id`
const isOn = (kind: AlarmKind) =>
  sql`coalesce((s.settings -> ${kind}::text ->> 'isOn')::boolean, ${usualAlarmSettings[kind].isOn}::boolean)`
const grace = sql`coalesce((s.settings -> 'late' ->> 'graceMinutes')::int, ${usualAlarmSettings.late.graceMinutes}::int)`
const statesBefore = (type: Parameters<typeof statesAllowing>[1]) => statesAllowing(alarmLifecycle, type)

/** Of both kinds of starts that are not made: nobody started the run, or nobody has begun to move it. */
const pending = (now: Date) => sql`
  select c.company_id, c.id, d.next_at as due_at, ${grace} as minutes, false as is_queued
  from schedules d join connectors c on c.id = d.connector_id and c.company_id = d.company_id ${settings}
  where d.next_at <= ${now} and ${active} and ${isOn('late')}
  union all
  select c.company_id, c.id, r.created_at, ${grace}, true
  from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id ${settings}
  where r.status = 'queued' and r.trigger = 'schedule' and r.started_at is null and r.created_at <= ${now} and ${active} and ${isOn('late')}`

export type LateStart = Of & { readonly dueAt: Date; readonly graceMinutes: number; readonly isQueued: boolean }

/** Starts whose grace is over, of connectors whose alarm can be raised; the longest due first. */
export async function lateStarts(db: Db, now: Date, limit: number): Promise<LateStart[]> {
  const { rows } = await sql<LateStart>`
    select l.company_id as "companyId", l.id as "connectorId", l.due_at as "dueAt", l.minutes as "graceMinutes", l.is_queued as "isQueued"
    from (${pending(now)}) l
    where l.due_at + l.minutes * interval '1 minute' <= ${now} and not exists (
      select 1 from alarms a where a.connector_id = l.id and a.kind = 'late' and not (a.state = any(${statesBefore('judge.found')})))
    order by l.due_at, l.id limit ${limit}`.execute(db)
  return rows
}

export type MadeStart = Of & { readonly lastRunAt: Date | null; readonly nextAt: Date | null; readonly since: Date }

/** Connectors whose alarm says late, and that are not late any more. What is pending is gathered once, not for each of them. */
export async function madeStarts(db: Db, now: Date, limit: number): Promise<MadeStart[]> {
  const { rows } = await sql<MadeStart>`
    with late as materialized (
      select distinct l.id from (${pending(now)}) l where l.due_at + l.minutes * interval '1 minute' <= ${now})
    select a.company_id as "companyId", a.connector_id as "connectorId", d.last_run_at as "lastRunAt", d.next_at as "nextAt", a.since
    from alarms a ${itsConnector}
    left join lateral (select * from schedules where connector_id = c.id and company_id = c.company_id offset 0) d on true
    where a.kind = 'late' and a.state in ('raised', 'acknowledged') and ${active} and a.connector_id not in (select id from late)
    order by a.connector_id limit ${limit}`.execute(db)
  return rows
}

export type Failures = Of & {
  readonly settings: AlarmSettings['failing']
  /** Records since a time. */
  readonly delivered: number
  readonly failed: number
  /** Follow-up requests that ended since that time and failed, or whose outcome is unknown. */
  readonly failedFollowUps: number
  /** Runs that failed one after another until now; of the newest 20. */
  readonly failedRuns: number
  /** When the newest run ended that did not fail, if none has failed since. */
  readonly succeededAt: Date | null
  /** The status 401 or 403, when it is what the newest run failed for: waiting does not mend that. */
  readonly refusedWith: number | null
}

/** Of up to so many connectors after one, in the order of their ids; `last` is null after the last of them. */
export async function failuresOf(
  db: Db,
  { after, since, limit }: { readonly after: string | null; readonly since: Date; readonly limit: number },
): Promise<{ readonly failures: Failures[]; readonly last: string | null }> {
  type Found = Omit<Failures, 'settings'> & { readonly settings: Partial<AlarmSettings> | null; readonly isWatched: boolean }
  const { rows } = await sql<Found>`
    with wanted as materialized (
      select c.id, c.company_id, s.settings, ${isOn('failing')} as is_watched from connectors c ${settings}
      where (${after}::uuid is null or c.id > ${after}) and ${active} order by c.id limit ${limit}),
    deltas as materialized (
      select connector_id, sum(delivered)::int8 as delivered, sum(failed)::int8 as failed from ledger_deltas where minute >= ${since} group by 1)
    select w.company_id as "companyId", w.id as "connectorId", w.settings, w.is_watched as "isWatched",
      (coalesce(v.delivered, 0) + coalesce(d.delivered, 0))::int8 as delivered, (coalesce(v.failed, 0) + coalesce(d.failed, 0))::int8 as failed,
      (select count(*)::int8 from afterwards f where f.connector_id = w.id and f.company_id = w.company_id
        and f.status in ('failed', 'unknown') and f.ended_at >= ${since}) as "failedFollowUps",
      case when n.status = 'failed' then (
        select count(*) filter (where failures = place)::int from (
          select row_number() over newest as place, count(*) filter (where status = 'failed') over newest as failures
          from (select status, created_at from runs r where r.connector_id = w.id and r.status in ('succeeded', 'failed') and r.trigger <> 'replay'
            order by created_at desc limit 20) t
          window newest as (order by created_at desc rows unbounded preceding)) p)
      else 0 end as "failedRuns",
      case when n.status = 'succeeded' then n.ended_at end as "succeededAt",
      case when n.status = 'failed' and n.answered in ('401', '403') then n.answered::int end as "refusedWith"
    from wanted w
    left join lateral (
      select sum(delivered)::int8 as delivered, sum(failed)::int8 as failed from connector_sums q
      where q.connector_id = w.id and q.width = 15 and q.at >= ${since}) v on true
    left join deltas d on d.connector_id = w.id
    left join lateral (
      select status, ended_at, error #>> '{answer,status}' as answered from runs r
      where r.connector_id = w.id and r.status in ('succeeded', 'failed') and r.trigger <> 'replay' order by created_at desc limit 1) n on true
    order by w.id`.execute(db)
  return {
    failures: rows
      .filter(({ isWatched }) => isWatched)
      .map(({ settings: kept, isWatched: _, ...it }) => ({ ...it, settings: wholeSettings(kept).failing })),
    last: rows.length < limit ? null : (rows.at(-1)?.connectorId ?? null),
  }
}

export type VolumeWatch = Of & {
  readonly quiet: AlarmSettings['quiet']
  readonly strange: AlarmSettings['strange']
  /** The zone that its schedule is written in; UTC where it has none. */
  readonly zone: string
  /** Since when it stands at Active. */
  readonly activeSince: Date
}

/** Connectors whose volume was not judged up to this hour; the longest not judged first. */
export async function dueVolumes(db: Db, until: Date, limit: number): Promise<VolumeWatch[]> {
  type Found = Of & { readonly settings: Partial<AlarmSettings> | null; readonly zone: string | null; readonly activeSince: Date }
  const { rows } = await sql<Found>`
    select c.company_id as "companyId", c.id as "connectorId", s.settings, d.time_zone as zone, c.status_since as "activeSince"
    from connectors c ${settings}
    left join alarm_watches w on w.connector_id = c.id and w.company_id = c.company_id
    left join schedules d on d.connector_id = c.id and d.company_id = c.company_id
    where ${active} and (w.judged_until is null or w.judged_until < ${until}) and (${isOn('quiet')} or ${isOn('strange')})
    order by w.judged_until nulls first, c.id limit ${limit}`.execute(db)
  return rows.map(({ settings: kept, zone, ...it }) => {
    const { quiet, strange } = wholeSettings(kept)
    return { ...it, quiet, strange, zone: zone ?? 'UTC' }
  })
}

export async function markVolumesJudged(db: Db, watched: readonly Of[], until: Date): Promise<void> {
  const given = watched.map((it) => ({ c: it.connectorId, o: it.companyId }))
  await sql`
    insert into alarm_watches as w (connector_id, company_id, judged_until)
    select c, o, ${until} from json_to_recordset(${JSON.stringify(given)}::json) as g(c uuid, o uuid)
    on conflict (connector_id) do update set judged_until = greatest(w.judged_until, excluded.judged_until)`.execute(db)
}

type Hours = { readonly from: Date; readonly to: Date }

/** To be taken off: what was replayed came when somebody pressed, and is neither usual nor missed. Of the ledger it stands at the reading of its page. */
const replayed = (connectorIds: readonly string[], { from, to }: Hours) => sql`
  select r.connector_id, date_trunc('hour', p.read_at, 'UTC'), -(p.record_count - p.pending_records) from runs r
  join source_pages p on p.run_id = r.id and p.company_id = r.company_id
  where r.connector_id = any(${connectorIds}::uuid[]) and r.trigger = 'replay' and r.created_at < ${to}
    and (r.ended_at is null or r.ended_at >= ${from}) and p.read_at >= ${from} and p.read_at < ${to}`

/** Records of each whole hour between two, by connector; hours without records are 0, and replays are none. Connectors that never moved one are missing. */
export async function hoursOf(
  db: Db,
  connectorIds: readonly string[],
  { from, to }: Hours,
): Promise<ReadonlyMap<string, HourlyVolume>> {
  const { rows } = await sql<{ connectorId: string; ats: number[]; counts: number[] }>`
    select connector_id as "connectorId", array_agg(at order by at) as ats, array_agg(records order by at) as counts from (
      select connector_id, extract(epoch from at)::float8 as at, sum(records)::float8 as records from (
        select connector_id, at, delivered + failed + skipped + unknown as records from connector_sums
        where connector_id = any(${connectorIds}::uuid[]) and width = 60 and at >= ${from} and at < ${to}
        union all
        select connector_id, date_trunc('hour', minute, 'UTC'), delivered + failed + skipped + unknown from ledger_deltas
        where connector_id = any(${connectorIds}::uuid[]) and minute >= ${from} and minute < ${to}
        union all
        ${replayed(connectorIds, { from, to })}) as lines
      group by 1, 2) as hours
    group by 1`.execute(db)
  const count = (to.getTime() - from.getTime()) / hour
  const volumes = rows.map(({ connectorId, ats, counts }): [string, HourlyVolume] => {
    const values = new Array<number>(count).fill(0)
    const places = ats.map((at) => (at * 1_000 - from.getTime()) / hour)
    for (const [each, place] of places.entries()) values[place] = counts[each] ?? 0
    return [connectorId, { from, values, first: places[0] ?? count }]
  })
  return new Map(volumes)
}

const hour = 3_600_000

/** Records by the hour. */
export type HourlyVolume = {
  /** Begin of the first hour. */
  readonly from: Date
  readonly values: readonly number[]
  /** Place of the first hour with a record. */
  readonly first: number
}
