/** Who had a run last: each owner has it under an epoch of its own. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Lease } from '../../records/runs/run-leases.repository.ts'
import type { PartOf } from '../../records/runs/run-part.repository.ts'

/** Whether nobody has taken a run over since an owner had it. */
export async function isLastOwner(
  db: Kysely<Tables>,
  { id, companyId, epoch, part = null }: Omit<Lease, 'owner'>,
): Promise<boolean> {
  if (part !== null) return isLastPart(db, { companyId, part })
  const row = await db
    .selectFrom('runs')
    .select('epoch')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.epoch === epoch
}

/** Whether a part of a run that is over ended last; of a cancelled one, whether it was taken over last. */
async function isLastPart(
  db: Kysely<Tables>,
  { companyId, part }: { readonly companyId: string; readonly part: PartOf },
): Promise<boolean> {
  const row = await db
    .selectFrom('run_parts')
    .select('number')
    .where('run_id', '=', part.run)
    .where('company_id', '=', companyId)
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .orderBy('started_at', (order) => order.desc().nullsLast())
    .executeTakeFirst()
  return row?.number === part.number
}
