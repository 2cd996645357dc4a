/** Calls of the steps of one connector, added up: over a time, and of their newest minutes. */
import { type Kysely, sql } from 'kysely'

import { judgedMinutes, recentDays } from '#contract/connectors/details/health.ts'
import type { Span } from '#server/engine/ledger/ledger-sums.repository.ts'
import type { StepMinute } from '#server/engine/metering/step-minutes.repository.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Step = StepMinute['step']
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** `at` is the minute of the newest call, `failedAt` that of the newest one with an error; `took` as in `StepTotal`; `minutes` of them had calls. */
export type NewestCalls = StepTotal & { readonly at: Date; readonly failedAt: Date | null; readonly minutes: number }

/** Of each of these steps that was called within the days that health is judged by. One look into the key of `step_minutes` for each. */
export async function newestCalls(
  db: Kysely<Tables>,
  { companyId, connectorId }: ConnectorKey,
  steps: readonly Step[],
): Promise<NewestCalls[]> {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.connector_id`)} = ${connectorId} and ${sql.ref(`${alias}.company_id`)} = ${companyId}`
  const { rows } = await sql<NewestCalls>`
    select s.step, n.at, sum(m.calls)::int8 as calls, sum(m.errors)::int8 as errors,
      count(distinct m.minute)::int as minutes, sum(m.latency_sum)::float8 as took, max(m.minute) filter (where m.errors > 0) as "failedAt"
    from unnest(${steps}::text[]) as s(step)
    cross join lateral (
      select i.minute as at from step_minutes i
      where ${own('i')} and i.step = s.step and i.minute > now() - ${recentDays} * interval '1 day' order by i.minute desc limit 1) n
    join step_minutes m on ${own('m')} and m.step = s.step and m.minute <= n.at and m.minute > n.at - ${judgedMinutes} * interval '1 minute'
    group by s.step, n.at`.execute(db)
  return rows
}

/** `took` is milliseconds, of all calls together. */
export type StepTotal = { readonly step: Step; readonly calls: number; readonly errors: number; readonly took: number }

/** Of each step that was called in the time; instants are milliseconds since 1970. */
export async function stepTotals(
  db: Kysely<Tables>,
  { companyId, connectorId }: ConnectorKey,
  { from, to }: Span,
): Promise<StepTotal[]> {
  const { rows } = await sql<StepTotal>`
    select step, sum(calls)::int8 as calls, sum(errors)::int8 as errors, sum(latency_sum)::float8 as took from step_minutes
    where connector_id = ${connectorId} and company_id = ${companyId}
      and minute >= to_timestamp(${from / 1_000}) and minute < to_timestamp(${to / 1_000}) group by step`.execute(db)
  return rows
}
