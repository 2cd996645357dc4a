/** Attempts to deliver, and what they settle in the outbox and the ledger. */
import { type Kysely, sql } from 'kysely'

import type { ForeignAnswer, Problem } from '../../contract/problem.ts'
import { jsonText } from './json-text.ts'
import { type Lease, OwnershipLost, type Standing } from './run-leases.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export type Attempt = {
  /** Of the delivery. */
  readonly position: number
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

/**
 * Settles a group of attempts in one statement, and so in one commit: attempts, deliveries, ledger and the run's sums. Several attempts of one
 * delivery may be among them; the newest counts. Attempts that were settled before change nothing, so a commit whose answer was lost may be made
 * again. Throws `OwnershipLost`.
 */
export async function settle(db: Db, lease: Lease, attempts: readonly Attempt[], standing: Standing | null): Promise<void> {
  const given = attempts.map((it) => ({
    ...{ p: it.position, n: it.number, o: it.outcome, s: it.startedAt, t: it.endedAt, a: it.answer, e: it.error },
    ...{ z: it.ends, w: it.nextAttemptAt, m: it.endedAt.getTime() - it.startedAt.getTime() },
  }))
  const { rows } = await sql`
    with own as (
      select id, company_id from runs
      where id = ${lease.id} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch} for update),
    given as (
      select * from json_to_recordset(${jsonText(given)}::json)
        as g(p int, n int, o text, s timestamptz, t timestamptz, a jsonb, e jsonb, z text, w timestamptz, m int)),
    newest as (select distinct on (p) * from given order by p, n desc),
    done as (
      update deliveries d set
        status = coalesce(newest.z, 'pending'), attempts = newest.n, next_attempt_at = newest.w,
        settled_at = case when newest.z is null then null else newest.t end
      from newest, own
      where d.run_id = own.id and d.position = newest.p and d.status = 'pending' and d.attempts < newest.n
      returning d.position, d.last_position, d.record_count, newest.*),
    tried as (
      insert into attempts (company_id, run_id, position, number, outcome, started_at, ended_at, answer, error)
      select own.company_id, own.id, g.p, g.n, g.o, g.s, g.t, g.a, g.e from own, given g join done on done.p = g.p),
    booked as (
      update transactions t set
        status = case when done.z = 'delivered' then 'success' else 'failure' end, ended_at = done.t, sending_ms = done.m
      from done, own
      where done.z is not null and t.run_id = own.id and t.position between done.position and done.last_position and t.status = 'pending')
    update runs set
      records_delivered = records_delivered + (select coalesce(sum(record_count), 0) from done where z = 'delivered'),
      records_failed = records_failed + (select coalesce(sum(record_count), 0) from done where z = 'failed'),
      status_reason = case when runs.status = 'running' then coalesce(${standing?.reason ?? null}, status_reason) else status_reason end,
      status_next = case when runs.status = 'running' then coalesce(${standing?.next ?? null}, status_next) else status_next end
    from own where runs.id = own.id
    returning 1`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(lease.id)
}
