/** Which records an owner is making, in case one of them ends its process. What comes of it: `stalls.repository.ts`. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type Lease, leasedRow, OwnershipLost, ownedBy } from '../../records/runs/run-leases.repository.ts'

type Db = Kysely<Tables>

/**
 * Remembers which records are about to be made, in case one of them ends the process; keeping them takes that back, or null. Throws `OwnershipLost`.
 */
export async function suspectRecords(
  db: Db,
  lease: Lease,
  them: { readonly position: number; readonly count: number } | null,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${leasedRow(lease)} set suspect = ${them?.position ?? null}, suspect_count = ${them?.count ?? null} where ${ownedBy(lease)}`.execute(
    db,
  )
  if (numAffectedRows !== 1n) throw new OwnershipLost(lease.id)
}
