/** How far a run came, for what is said of one that is stopped. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { carriedBy } from '../../records/ledger/unsent.repository.ts'
import type { Checkpoint } from '../../records/runs/next-run.repository.ts'
import { type Lease, OwnershipLost } from '../../records/runs/run-leases.repository.ts'

/** What a run has read, how much of that it sends for earlier runs, and whether that is all there is. */
export type Reach = { readonly read: number; readonly carried: number; readonly isAll: boolean }

/** Asked by the owner of a run. Throws `OwnershipLost`. */
export async function reachOf(db: Kysely<Tables>, lease: Lease): Promise<Reach> {
  const row = await db
    .selectFrom('runs')
    .select(['records_read', 'checkpoint'])
    .where('id', '=', lease.id)
    .where('company_id', '=', lease.companyId)
    .where('owner', '=', lease.owner)
    .where('epoch', '=', lease.epoch)
    .executeTakeFirst()
  if (!row) throw new OwnershipLost(lease.id)
  const { count: carried } = await carriedBy(db, lease)
  return { read: row.records_read, carried, isAll: (row.checkpoint as Checkpoint).next === null }
}
