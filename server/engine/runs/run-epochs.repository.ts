/** Who had a run last: each owner has it under an epoch of its own. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Lease } from '../../records/runs/run-leases.repository.ts'

/** Whether nobody has taken a run over since an owner had it. */
export async function isLastOwner(db: Kysely<Tables>, { id, companyId, epoch }: Omit<Lease, 'owner'>): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('epoch')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.epoch === epoch
}
