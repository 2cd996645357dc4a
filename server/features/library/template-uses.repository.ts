/** Which connectors were started from a template, as their company is told. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>

/** Notes from which ready-made template a connector was started. */
export async function noteReadyMade(db: Db, it: { companyId: string; connectorId: string; template: string }): Promise<void> {
  await db
    .updateTable('connectors')
    .set({ ready_made: it.template })
    .where('id', '=', it.connectorId)
    .where('company_id', '=', it.companyId)
    .execute()
}

/** Of some templates how many connectors that a person sees, and that still exist, were started from each; one without any is not named. */
export async function usesOfOwn(
  db: Db,
  { companyId, ownerId }: TenantScope,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*)::int as count from (
      select coalesce(x.template_id::text, k.ready_made) as id from connectors k
      left join template_uses x on x.connector_id = k.id and x.company_id = k.company_id
      where k.company_id = ${companyId} and k.deleted_at is null and ${ownerId === null ? sql`true` : sql`k.owner_id = ${ownerId}`}
    ) as started where id = any(${[...templateIds]}::text[]) group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
