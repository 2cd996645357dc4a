/** Erases what connectors that keep no payloads do not have to deliver any more. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'

type Db = Kysely<Tables>

/** What failed in a run that is not over may be what the next run has to send: that is known at its end. */
const isDone = sql`p.sealed and p.pending_records = 0 and exists (
  select from runs r where r.id = p.run_id and r.unsent = 0 and (r.status in ('succeeded', 'failed', 'cancelled') or not exists (
    select from transactions t where t.run_id = p.run_id and t.page = p.number and t.status = 'failure')))`

/** Of the connector of a run that keeps none: pages of which nothing waits, neither in their run nor for the next one. */
export async function forgetDelivered(
  db: Db,
  { companyId, connectorId, isPrivate }: Pick<ClaimedRun, 'companyId' | 'connectorId' | 'isPrivate'>,
): Promise<void> {
  if (!isPrivate) return
  await sql`update source_pages p set body = '', sealed = false
    where p.connector_id = ${connectorId} and p.company_id = ${companyId} and ${isDone}`.execute(db)
}

/** Of all connectors: what a crash or a cancelled run left. */
export async function forgetLeft(db: Db): Promise<void> {
  await sql`update source_pages p set body = '', sealed = false where ${isDone}`.execute(db)
}
