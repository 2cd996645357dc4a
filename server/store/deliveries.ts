/** The outbox: pages of deliveries, written in the commit that moves the run's checkpoint. */
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { Problem } from '../../contract/problem.ts'
import { jsonText } from './json-text.ts'
import { type Checkpoint, type Lease, OwnershipLost } from './run-leases.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** A stretch of the page's body, in UTF-16 units. */
export type Slice = { readonly from: number; readonly length: number }

/** One request to be sent: the records of the run from `position` to `last`, some of which may have failed before. */
export type NewDelivery = Slice & {
  readonly position: number
  readonly last: number
  readonly count: number
  readonly key: string
}

/** One record: `delivery` is the position of the delivery that carries it; null when mapping failed, and then `error` says why. */
export type NewRecord = {
  readonly position: number
  readonly index: number
  readonly key: string
  readonly mappingMs: number
  readonly delivery: number | null
  readonly slice: Slice | null
  readonly error: Problem | null
}

export type NewPage = {
  /** Of the source, counted from 1. */
  readonly number: number
  readonly startpoint: string
  readonly endpoint: string
  readonly fingerprint: string
  readonly body: string
  readonly readAt: Date
  readonly version: number
  readonly records: readonly NewRecord[]
  readonly deliveries: readonly NewDelivery[]
  /** Where reading goes on after this page. */
  readonly checkpoint: Checkpoint
}

/**
 * Keeps a page: body, deliveries, ledger and checkpoint in one statement, and so in one commit. Throws `OwnershipLost` when the run is not
 * this owner's any more or has this page already; nothing is written then.
 */
export async function keepPage(db: Db, lease: Lease, page: NewPage): Promise<void> {
  const failed = page.records.filter(({ error }) => error !== null).length
  const deliveries = page.deliveries.map(({ position, last, from, length, count, key }) => ({
    ...{ p: position, l: last, f: from, n: length, c: count, k: key },
  }))
  const records = page.records.map(({ position, index, key, mappingMs, delivery, slice, error }) => ({
    ...{ i: newId(), p: position, x: index, k: key, m: mappingMs, d: delivery, f: slice?.from, n: slice?.length, e: error },
  }))
  const { rows } = await sql`
    with own as (
      update runs set checkpoint = ${JSON.stringify(page.checkpoint)}::jsonb, pages_read = pages_read + 1,
        records_read = records_read + ${page.records.length}, records_failed = records_failed + ${failed}
      where id = ${lease.id} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch}
        and pages_read = ${page.number - 1}
      returning id, company_id, connector_id),
    kept as (
      insert into source_pages
        (company_id, run_id, number, source_startpoint, destination_endpoint, fingerprint, record_count, body, read_at)
      select company_id, id, ${page.number}::int, ${page.startpoint}, ${page.endpoint}, ${page.fingerprint}, ${page.records.length}::int,
        ${page.body}, ${page.readAt}::timestamptz from own),
    queued as (
      insert into deliveries
        (company_id, run_id, position, last_position, source_page, body_from, body_length, record_count, idempotency_key, status)
      select own.company_id, own.id, d.p, d.l, ${page.number}::int, d.f, d.n, d.c, d.k, 'pending'
      from own, json_to_recordset(${JSON.stringify(deliveries)}::json) as d(p int, l int, f int, n int, c int, k text)),
    booked as (
      insert into transactions (id, company_id, connector_id, run_id, version, position, delivery, source_page, source_index, record_key,
        status, started_at, ended_at, mapping_ms, body_from, body_length, error)
      select t.i, own.company_id, own.connector_id, own.id, ${page.version}::int, t.p, t.d, ${page.number}::int, t.x, t.k,
        case when t.d is null then 'failure' else 'pending' end, ${page.readAt}::timestamptz,
        case when t.d is null then now() end, t.m, t.f, t.n, t.e
      from own, json_to_recordset(${jsonText(records)}::json)
        as t(i uuid, p int, x int, k text, m int, d int, f int, n int, e jsonb))
    select 1 from own`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(lease.id)
}

/** A delivery that waits, with the exact bytes that are sent. */
export type PendingDelivery = {
  readonly position: number
  readonly last: number
  readonly count: number
  readonly key: string
  readonly body: string
  /** How often it was tried. */
  readonly attempts: number
  readonly notBefore: Date | null
}

type PendingRow = {
  readonly position: number
  readonly last_position: number
  readonly source_page: number
  readonly body_from: number
  readonly body_length: number
  readonly record_count: number
  readonly idempotency_key: string
  readonly attempts: number
  readonly next_attempt_at: Date | null
}

/** What a run has in its outbox, in order: what an owner finds who takes the run over. */
export async function pendingDeliveries(db: Db, lease: Lease): Promise<PendingDelivery[]> {
  const rows: PendingRow[] = await db
    .selectFrom('deliveries')
    .select(['position', 'last_position', 'source_page', 'body_from', 'body_length', 'record_count', 'idempotency_key'])
    .select(['attempts', 'next_attempt_at'])
    .where('company_id', '=', lease.companyId)
    .where('run_id', '=', lease.id)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute()
  if (rows.length === 0) return []
  const pages = await db
    .selectFrom('source_pages')
    .select(['number', 'body'])
    .where('company_id', '=', lease.companyId)
    .where('run_id', '=', lease.id)
    .where('number', 'in', [...new Set(rows.map(({ source_page }) => source_page))])
    .execute()
  const bodies = new Map(pages.map(({ number, body }) => [number, body]))
  return rows.map((row) => ({
    position: row.position,
    last: row.last_position,
    count: row.record_count,
    key: row.idempotency_key,
    body: (bodies.get(row.source_page) ?? '').slice(row.body_from, row.body_from + row.body_length),
    attempts: row.attempts,
    notBefore: row.next_attempt_at,
  }))
}

/** What a run has read: what was asked, and fingerprints of what came; to notice a source that goes round in circles. */
export async function pagesSeen(db: Db, lease: Lease): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source_pages')
    .select(['fingerprint', 'source_startpoint'])
    .where('company_id', '=', lease.companyId)
    .where('run_id', '=', lease.id)
    .execute()
  return new Set(rows.flatMap(({ fingerprint, source_startpoint }) => [fingerprint, source_startpoint]))
}

/** Fails everything that a run still has in its outbox, for one reason, and counts it. For a run whose owner sends nothing any more. */
export async function failPending(
  db: Db,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  why: Problem,
): Promise<void> {
  await sql`
    with closed as (
      update deliveries set status = 'failed', settled_at = now()
      where company_id = ${companyId} and run_id = ${id} and status = 'pending'),
    failed as (
      update transactions set status = 'failure', ended_at = now(), error = ${jsonText(why)}::jsonb
      where company_id = ${companyId} and run_id = ${id} and status = 'pending' returning 1)
    update runs set records_failed = records_failed + (select count(*) from failed)
    where company_id = ${companyId} and id = ${id}`.execute(db)
}
