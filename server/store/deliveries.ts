/** The outbox: pages of deliveries, written in the commit that moves the run's checkpoint. */
import { type Kysely, sql } from 'kysely'

import type { Problem } from '../../contract/problem.ts'
import { jsonText } from './json-text.ts'
import { type Delivery, deliveriesOf, type Outline } from './outline.ts'
import { type Checkpoint, type Lease, OwnershipLost } from './run-leases.ts'
import type { Tables } from './tables.ts'
import { transactionIdOf } from './transaction-id.ts'

type Db = Kysely<Tables>

/** A record that is not delivered because it could not be made. */
export type FailedRecord = {
  readonly position: number
  readonly index: number
  readonly key: string
  readonly mappingMs: number
  readonly error: Problem
}

export type NewPage = {
  /** Of the source, counted from 1. */
  readonly number: number
  readonly startpoint: string
  readonly endpoint: string
  readonly fingerprint: string
  readonly readAt: Date
  readonly version: number
  readonly recordCount: number
  readonly body: string
  readonly outline: Outline
  readonly failed: readonly FailedRecord[]
  /** Where reading goes on after this page. */
  readonly checkpoint: Checkpoint
}

const failedInSql = ({ position, index, key, mappingMs, error }: FailedRecord) => ({
  p: position,
  x: index,
  k: key,
  m: mappingMs,
  e: error,
})

/**
 * Keeps a page: body, outline, what failed already, and the checkpoint, in one statement and so in one commit. Throws `OwnershipLost` when the
 * run is not this owner's any more or has this page already; nothing is written then.
 */
export async function keepPage(db: Db, lease: Lease, page: NewPage): Promise<void> {
  const { failed, outline, recordCount } = page
  const { rows } = await sql`-- prepared: keep-page
    with own as (
      update runs set checkpoint = ${JSON.stringify(page.checkpoint)}::jsonb, pages_read = pages_read + 1,
        records_read = records_read + ${recordCount}, records_failed = records_failed + ${failed.length}
      where id = ${lease.id} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch}
        and pages_read = ${page.number - 1}
      returning id, company_id, connector_id),
    kept as (
      insert into source_pages (company_id, connector_id, run_id, version, number, source_startpoint, destination_endpoint, fingerprint,
        body, outline, pending_deliveries, pending_records, read_at)
      select company_id, connector_id, id, ${page.version}::int, ${page.number}::int, ${page.startpoint}, ${page.endpoint}, ${page.fingerprint},
        ${page.body}, ${jsonText(outline)}::json, ${outline.d.length}::int, ${recordCount - failed.length}::int, ${page.readAt}::timestamptz
      from own),
    booked as (
      insert into transactions (id, company_id, connector_id, run_id, version, position, source_page, source_index, record_key, status,
        started_at, ended_at, mapping_ms, error)
      select ${transactionIdOf(sql`own.id`, sql`f.p`)}, own.company_id, own.connector_id, own.id, ${page.version}::int, f.p,
        ${page.number}::int, f.x, f.k, 'failure', ${page.readAt}::timestamptz, now(), f.m, f.e
      from own, json_to_recordset(${jsonText(failed.map(failedInSql))}::json) as f(p int, x int, k text, m int, e jsonb))
    select 1 from own`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(lease.id)
}

/** A delivery that waits. */
export type PendingDelivery = {
  readonly delivery: Delivery
  /** How often it was tried. */
  readonly attempts: number
  readonly notBefore: Date | null
}

/** What a run has in its outbox, in order: what an owner finds who takes the run over. */
export async function pendingDeliveries(db: Db, { companyId, id }: Lease): Promise<PendingDelivery[]> {
  const pages = await db
    .selectFrom('source_pages')
    .select(['number', 'body', 'outline', 'read_at'])
    .where('company_id', '=', companyId)
    .where('run_id', '=', id)
    .where('pending_deliveries', '>', 0)
    .orderBy('number')
    .execute()
  const deliveries = pages.flatMap(({ outline, body, number, read_at }) => deliveriesOf(outline, body, number, read_at))
  if (deliveries.length === 0) return []
  const tried = await db
    .selectFrom('attempts')
    .distinctOn('position')
    .select(['position', 'number', 'ends', 'next_attempt_at'])
    .where('company_id', '=', companyId)
    .where('run_id', '=', id)
    .where('position', '=', sql<number>`any(${deliveries.map(({ position }) => position)}::int[])`)
    .orderBy('position')
    .orderBy('number', 'desc')
    .execute()
  const newest = new Map(tried.map((it) => [it.position, it]))
  return deliveries.flatMap((delivery) => {
    const last = newest.get(delivery.position)
    if (last && last.ends !== null) return []
    return { delivery, attempts: last?.number ?? 0, notBefore: last?.next_attempt_at ?? null }
  })
}

/** What a run has read: what was asked, and fingerprints of what came; to notice a source that goes round in circles. */
export async function pagesSeen(db: Db, { companyId, id }: Lease): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source_pages')
    .select(['fingerprint', 'source_startpoint'])
    .where('company_id', '=', companyId)
    .where('run_id', '=', id)
    .execute()
  return new Set(rows.flatMap(({ fingerprint, source_startpoint }) => [fingerprint, source_startpoint]))
}

/** Fails everything that a run still has in its outbox, for one reason, and counts it. For a run of which nothing is sent any more. */
export async function failPending(db: Db, run: { readonly companyId: string; readonly id: string }, why: Problem): Promise<void> {
  const isOpen = sql`company_id = ${run.companyId} and run_id = ${run.id} and pending_deliveries > 0`
  await sql`
    with waiting as (
      select p.*, (d ->> 0)::int as delivery, r, ${transactionIdOf(sql`p.run_id`, sql`(r ->> 0)::int`)} as id
      from source_pages p, json_array_elements(p.outline -> 'd') as d, json_array_elements(d -> 3) as r
      where ${isOpen}),
    failed as (
      insert into transactions (id, company_id, connector_id, run_id, version, position, delivery, source_page, source_index, record_key, status,
        started_at, ended_at, mapping_ms, body_from, body_length, error)
      select w.id, w.company_id, w.connector_id, w.run_id, w.version, (r ->> 0)::int, w.delivery, w.number, (r ->> 1)::int, r ->> 2, 'failure',
        w.read_at, now(), (r ->> 3)::int, (r ->> 4)::int, (r ->> 5)::int, ${jsonText(why)}::jsonb
      from waiting w where not exists (select 1 from transactions t where t.id = w.id)
      returning 1),
    closed as (update source_pages set pending_deliveries = 0, pending_records = 0 where ${isOpen})
    update runs set records_failed = records_failed + (select count(*) from failed)
    where company_id = ${run.companyId} and id = ${run.id}`.execute(db)
}
