/** What the steps of the runs measured, summed up by minute. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** Sums of one step, one host and one minute; times are milliseconds. */
export type StepMinute = {
  readonly companyId: string
  readonly connectorId: string
  /** Minutes since 1970. */
  readonly minute: number
  readonly step: Tables['step_minutes']['step']
  /** Empty where there is none. */
  readonly host: string
  readonly calls: number
  readonly errors: number
  readonly records: number
  readonly latencySum: number
  readonly latencies: readonly number[]
}

/** Which addition of which process. */
export type FlushId = { readonly processId: string; readonly number: number }

const inSql = (it: StepMinute) => ({
  ...{ o: it.companyId, c: it.connectorId, m: it.minute * 60, s: it.step, h: it.host },
  ...{ n: it.calls, e: it.errors, r: it.records, l: it.latencySum, b: it.latencies },
})

/**
 * Adds sums to those that are there, in one commit. An addition that was made before changes nothing, so one whose answer was lost may be made again.
 * @returns the database's time in milliseconds since 1970.
 */
export async function addStepMinutes(db: Db, { processId, number }: FlushId, minutes: readonly StepMinute[]): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    with first as (
      insert into meter_flushes as f (process_id, number) values (${processId}, ${number})
      on conflict (process_id) do update set number = excluded.number, flushed_at = now() where f.number < excluded.number
      returning 1),
    added as (
      insert into step_minutes as t (company_id, connector_id, minute, step, host, calls, errors, records, latency_sum, latencies)
      select o, c, to_timestamp(m), s, h, n, e, r, l, b
      from first, json_to_recordset(${JSON.stringify(minutes.map(inSql))}::json)
        as g(o uuid, c uuid, m bigint, s text, h text, n int, e int, r bigint, l float8, b int[])
      order by c, m, s, h
      on conflict (connector_id, minute, step, host) do update set
        calls = t.calls + excluded.calls, errors = t.errors + excluded.errors, records = t.records + excluded.records,
        latency_sum = t.latency_sum + excluded.latency_sum,
        latencies = (select array_agg(a + b order by at) from unnest(t.latencies, excluded.latencies) with ordinality as u(a, b, at)))
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return rows[0]?.now ?? Number.NaN
}

export type StepMinutesQuery = {
  readonly companyId: string
  readonly connectorId: string
  readonly from: Date
  /** Not included. */
  readonly to: Date
  /** Minutes of one point. */
  readonly width: number
}

type Sums = {
  readonly step: StepMinute['step']
  readonly calls: number
  readonly errors: number
  readonly records: number
  readonly latencySum: number
  readonly latencies: readonly number[]
}
export type StepPoint = Sums & { readonly at: Date }
export type HostSums = Sums & { readonly host: string }

const named = {
  at: sql`date_bin(make_interval(mins => w), minute, 'epoch'::timestamptz)`,
  host: sql`host`,
}

/** Sums of the asked time by step and by one more; classes of latency are added one by one. */
async function sumsBy<T>(
  db: Db,
  { companyId, connectorId, from, to, width }: StepMinutesQuery,
  by: keyof typeof named,
): Promise<T[]> {
  const { rows } = await sql<T>`
    with asked as (
      select ${named[by]} as by, step, calls, errors, records, latency_sum, latencies
      from step_minutes, (select ${width}::int as w) as it
      where company_id = ${companyId} and connector_id = ${connectorId} and minute >= ${from} and minute < ${to}),
    classes as (
      select by, step, array_agg(n order by class) as latencies
      from (select by, step, class, sum(n)::int8 as n from asked, unnest(latencies) with ordinality as u(n, class) group by 1, 2, 3) as c
      group by 1, 2)
    select by as ${sql.ref(by)}, step, sum(calls)::int8 as calls, sum(errors)::int8 as errors, sum(records)::int8 as records,
      sum(latency_sum) as "latencySum", to_json(min(c.latencies)) as latencies
    from asked join classes c using (by, step) group by by, step order by by, step`.execute(db)
  return rows
}

/** Oldest first; minutes in which nothing was measured are not there. */
export const stepPoints = (db: Db, asked: StepMinutesQuery): Promise<StepPoint[]> => sumsBy<StepPoint>(db, asked, 'at')

/** Of the whole time, by host. */
export const hostSums = (db: Db, asked: StepMinutesQuery): Promise<HostSums[]> => sumsBy<HostSums>(db, asked, 'host')

/** Minutes that are older go, and with them what is remembered of processes that are gone. */
export async function forgetOldStepMinutes(db: Db, days: number): Promise<void> {
  await sql`delete from step_minutes where minute < now() - ${days} * interval '1 day'`.execute(db)
  await sql`delete from meter_flushes where flushed_at < now() - interval '1 day'`.execute(db)
}
