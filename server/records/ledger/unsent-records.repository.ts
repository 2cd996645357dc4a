/** The end of what a run still has in its outbox when nothing of it is sent any more. */
import { type Kysely, sql } from 'kysely'

import { type Problem, problem } from '#contract/kit/problem.ts'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import { millisecondsBetween } from '../../platform/database/milliseconds.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { pagesOf } from '../runs/run-part.repository.ts'
import { minuteOf } from './ledger-deltas.repository.ts'
import { positionOf, requestsOf } from './page-content.repository.ts'
import { pendingDeliveries, type RunOf } from './source-pages.repository.ts'

type Db = Kysely<Tables>

/** What is said of a record that stays in the outbox: `last` is why its own last attempt failed, null when it was never sent. */
export type Unsent = (last: Problem | null) => Problem

/**
 * Ends everything that a run still has in its outbox, and counts it. What may have arrived is not called failed but unknown. For a run of which
 * nothing is sent any more. Returns how many of the records were never sent.
 */
export async function failPending(db: Db, run: RunOf, why: Unsent): Promise<number> {
  const lines = (await pendingDeliveries(db, run)).flatMap(({ delivery, isInDoubt, isCutOff, error }) => {
    const { content } = delivery.page
    const reasons = { unsent: why(null), sent: why(error ?? problem('destination/failing')) }
    return delivery.ordinals.map((ordinal) => {
      const requests = requestsOf(content, ordinal)
      return {
        u: isInDoubt || isCutOff ? 'unknown' : 'failure',
        p: positionOf(content, ordinal),
        g: delivery.page.number,
        d: delivery.position,
        k: content.keys[ordinal],
        m: millisecondsBetween(delivery.page.readAt, new Date()),
        h: minuteOf(delivery.page.readAt),
        c: requests,
        e: requests === 0 && !isCutOff ? reasons.unsent : reasons.sent,
      }
    })
  })
  const { rows } = await sql<{ readonly connectorId: string }>`
    with lines as materialized (
      select * from json_to_recordset(${jsonText(lines)}::json) as l(p int, g int, d int, u text, k text, m int, h float8, c int, e jsonb)),
    failed as (
      insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, requests, record_key, error)
      select ${run.companyId}, ${run.id}, l.p, l.g, l.d, l.u::transaction_status, l.m, l.c, l.k, l.e
      from lines as l on conflict do nothing returning position, status),
    summed as (
      insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms)
      select r.company_id, r.connector_id, to_timestamp(l.h), 0, count(*) filter (where f.status = 'failure'), 0,
        count(*) filter (where f.status = 'unknown'), 0
      from failed f join lines l on l.p = f.position, runs r
      where r.id = ${run.id} and r.company_id = ${run.companyId} group by r.company_id, r.connector_id, l.h),
    closed as (
      update source_pages set pending_records = 0
      where company_id = ${run.companyId} and run_id = ${run.id} and pending_records > 0
        and number > ${pagesOf(run.part).after} and number <= ${pagesOf(run.part).until})
    update runs set records_failed = records_failed + (select count(*) from failed where status = 'failure'),
      records_unknown = records_unknown + (select count(*) from failed where status = 'unknown')
    where company_id = ${run.companyId} and id = ${run.id} returning connector_id as "connectorId"`.execute(db)
  await changed(db, ...rows.map(({ connectorId }) => ({ companyId: run.companyId, connectorId, what: 'records' as const })))
  return lines.filter(({ c, u }) => c === 0 && u === 'failure').length
}
