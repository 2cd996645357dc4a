/** Connectors that were started from an earlier version than the one that is offered to their company. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>

export type Behind = {
  readonly templateId: string
  readonly name: string
  readonly publisher: string
  readonly revision: number
  readonly connectorId: string
  readonly connector: string
  readonly from: number
  readonly before: unknown
  readonly after: unknown
}

/** @param of only these connectors of one template */
export async function listBehind(
  db: Db,
  { companyId, ownerId }: TenantScope,
  limit: number,
  of: { readonly templateId: string; readonly connectorIds: readonly string[] } | null = null,
): Promise<Behind[]> {
  const { rows } = await sql<Behind>`
    select t.id as "templateId", t.name, p.name as publisher, t.revision, k.id as "connectorId", k.name as connector, x.revision as "from",
      b.config as before, a.config as after
    from template_uses x join templates t on t.id = x.template_id join companies p on p.id = t.company_id
    join connectors k on k.id = x.connector_id and k.company_id = x.company_id and k.deleted_at is null
    join template_versions b on b.template_id = t.id and b.revision = x.revision
    join template_versions a on a.template_id = t.id and a.revision = t.revision
    where x.company_id = ${companyId} and x.revision < t.revision and coalesce(x.kept_revision, 0) < t.revision
      and ${ownerId === null ? sql`true` : sql`k.owner_id = ${ownerId}`}
      and (t.company_id = ${companyId} or t.status = 'approved' and (t.audience = 'everyone' or exists (
        select from template_audience u where u.template_id = t.id and u.company_id = ${companyId} and t.audience = 'chosen')))
      and ${of === null ? sql`true` : sql`t.id = ${of.templateId} and k.id = any(${[...of.connectorIds]}::uuid[])`}
    order by lower(t.name), t.id, lower(k.name), k.id limit ${limit}`.execute(db)
  return rows
}

/** Until the commit ends the version stays. @returns it, null where there is no such template */
export async function holdRevision(tx: Db, templateId: string): Promise<number | null> {
  const row = await tx.selectFrom('templates').select('revision').where('id', '=', templateId).forShare().executeTakeFirst()
  return row?.revision ?? null
}

export async function noteDecision(
  tx: Db,
  { companyId, connectorId, revision }: { companyId: string; connectorId: string; revision: number },
  isAccepted: boolean,
): Promise<void> {
  await tx
    .updateTable('template_uses')
    .set(isAccepted ? { revision } : { kept_revision: revision })
    .where('connector_id', '=', connectorId)
    .where('company_id', '=', companyId)
    .execute()
}
