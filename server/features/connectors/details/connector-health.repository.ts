/** What the health of connectors is judged by: their newest runs, read from the ledger in one query. */
import { type Kysely, sql } from 'kysely'

import { type Health, healthOf, type JudgedRun, quietRunsMax, recentDays } from '#contract/connectors/details/health.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { deliveredLaterOfRuns } from '../problems/delivered-later.repository.ts'

type Found = Omit<JudgedRun, 'recordsDeliveredLater'>
type Row = { readonly id: string; readonly newest: Found | null; readonly sent: Found | null }

/** What was not sent because a person stopped the run says nothing of how the connector works. */
const failed = sql`(r.records_failed - case when r.status <> 'cancelled' or r.records_failed = 0 then 0
  else cancelled_failures(r.company_id, r.id) end)`
const sent = sql`r.records_delivered + ${failed} + r.records_unknown > 0`
/** A run that waits for a system has not ended, and says nothing of how the connector works. */
const waits = sql`(r.status = 'running' and r.waiting is not null)`
const isRecent = sql`coalesce(r.ended_at, now()) > now() - ${recentDays} * interval '1 day'`
const judged = sql`json_build_object('runId', r.id, 'status', r.status, 'recordsDelivered', r.records_delivered,
  'recordsFailed', ${failed}, 'recordsUnknown', r.records_unknown,
  'endedAt', to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'error', case when r.status = 'failed' then r.error ->> 'message' end, 'errorCode', case when r.status = 'failed' then r.error ->> 'code' end)`
/** A retry has only records of other runs: what it delivered counts for these, and what it did not is still theirs. */
const isOwn = sql`r.trigger <> 'replay'`

/** By connector id, of each that is named. */
export async function healthsOf(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<ReadonlyMap<string, Health>> {
  if (connectorIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select wanted.id, n.run as newest, s.run as sent from unnest(${connectorIds}::uuid[]) as wanted(id)
    left join lateral (
      select ${judged} as run, r.status = 'succeeded' and not (${sent}) as is_quiet, ${isRecent} as is_recent from runs r
      where r.connector_id = wanted.id and r.company_id = ${companyId} and ${isOwn} and (r.status in ('succeeded', 'failed') or ${sent} and not ${waits})
      order by r.created_at desc, r.id desc limit 1) n on n.is_recent
    left join lateral (
      select ${judged} as run, ${isRecent} as is_recent from (
        select * from runs r where connector_id = wanted.id and company_id = ${companyId} and ${isOwn} and n.is_quiet
        order by created_at desc, id desc limit ${quietRunsMax}) r
      where ${sent} and not ${waits} order by r.created_at desc, r.id desc limit 1) s on s.is_recent`.execute(db)
  const runs = rows.flatMap(({ id, newest, sent: older }) =>
    [newest, older].flatMap((run) =>
      run === null
        ? []
        : { companyId, connectorId: id, runId: run.runId, failed: run.recordsFailed, unknown: run.recordsUnknown },
    ),
  )
  const later = await deliveredLaterOfRuns(db, runs)
  const stillLost = (run: Found | null): JudgedRun | null => {
    if (run === null) return null
    const { failed: ofFailed, unknown: ofUnknown } = later.get(run.runId) ?? { failed: 0, unknown: 0 }
    const recordsFailed = Math.max(0, run.recordsFailed - ofFailed)
    const recordsUnknown = Math.max(0, run.recordsUnknown - ofUnknown)
    const recordsDeliveredLater = run.recordsFailed + run.recordsUnknown - recordsFailed - recordsUnknown
    return { ...run, recordsFailed, recordsUnknown, recordsDeliveredLater }
  }
  return new Map(rows.map(({ id, newest, sent: older }) => [id, healthOf({ newest: stillLost(newest), sent: stillLost(older) })]))
}
