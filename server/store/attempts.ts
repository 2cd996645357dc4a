/** Attempts to deliver, and what they settle in the outbox and the ledger. */
import { type Kysely, sql } from 'kysely'

import type { ForeignAnswer, Problem } from '../../contract/problem.ts'
import { jsonText } from './json-text.ts'
import type { Delivery } from './outline.ts'
import { type ClaimedRun, OwnershipLost, type Standing } from './run-leases.ts'
import type { Tables } from './tables.ts'
import { transactionIdOf } from './transaction-id.ts'

type Db = Kysely<Tables>

export type Attempt = {
  readonly delivery: Delivery
  /** Counted from 1. */
  readonly number: number
  readonly outcome: 'delivered' | 'refused' | 'retry' | 'unknown'
  readonly startedAt: Date
  readonly endedAt: Date
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
  /** How the delivery ends; null while it is going to be tried again. */
  readonly ends: 'delivered' | 'failed' | null
  readonly nextAttemptAt: Date | null
}

const inSql = (it: Attempt) => ({
  ...{ p: it.delivery.position, g: it.delivery.page, n: it.number, o: it.outcome, z: it.ends },
  ...{ s: it.startedAt, t: it.endedAt, w: it.nextAttemptAt, a: it.answer, e: it.error },
  ...(it.ends === null ? {} : { r: it.delivery.readAt, l: it.delivery.records }),
})

/**
 * Settles a group of attempts in one statement, and so in one commit: attempts, outbox, ledger and the run's sums. Attempts that were settled
 * before change nothing, so a commit whose answer was lost may be made again. Throws `OwnershipLost`.
 */
export async function settle(db: Db, run: ClaimedRun, attempts: readonly Attempt[], standing: Standing | null): Promise<void> {
  const { rows } = await sql`-- prepared: settle
    with own as (
      select id, company_id, connector_id, version from runs
      where id = ${run.id} and company_id = ${run.companyId} and owner = ${run.owner} and epoch = ${run.epoch} for update),
    given as materialized (
      select * from json_to_recordset(${jsonText(attempts.map(inSql))}::json)
        as g(p int, g int, n int, o text, z text, s timestamptz, t timestamptz, w timestamptz, a jsonb, e jsonb, r timestamptz, l json)),
    tried as (
      insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at, next_attempt_at, answer, error)
      select own.company_id, own.id, p, n, o, z, s, t, w, a, e from given, own
      on conflict do nothing returning position, number),
    done as materialized (
      select given.*, json_array_length(l) as size from given join tried on tried.position = given.p and tried.number = given.n
      where z is not null),
    booked as (
      insert into transactions (id, company_id, connector_id, run_id, version, position, delivery, source_page, source_index, record_key, status,
        started_at, ended_at, mapping_ms, sending_ms, body_from, body_length)
      select ${transactionIdOf(sql`own.id`, sql`(i ->> 0)::int`)}, own.company_id, own.connector_id, own.id, own.version, (i ->> 0)::int, p, g,
        (i ->> 1)::int, i ->> 2, case z when 'delivered' then 'success' else 'failure' end, r, t, (i ->> 3)::int,
        (extract(epoch from t - s) * 1000)::int, (i ->> 4)::int, (i ->> 5)::int
      from done, own, json_array_elements(l) as i),
    pages as (
      update source_pages set pending_deliveries = pending_deliveries - d.deliveries, pending_records = pending_records - d.records
      from own, (select g, count(*) as deliveries, sum(size) as records from done group by g) d
      where source_pages.run_id = own.id and number = d.g)
    update runs set
      records_delivered = records_delivered + (select coalesce(sum(size), 0) from done where z = 'delivered'),
      records_failed = records_failed + (select coalesce(sum(size), 0) from done where z = 'failed'),
      status_reason = case when runs.status = 'running' then coalesce(${standing?.reason ?? null}, status_reason) else status_reason end,
      status_next = case when runs.status = 'running' then coalesce(${standing?.next ?? null}, status_next) else status_next end
    from own where runs.id = own.id
    returning 1`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(run.id)
}
