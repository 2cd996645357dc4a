/** How connectors are configured: the live version, or the draft where none is live, with who owns them and since when. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'
import type { StoredConfig } from '../../records/connectors/versions.repository.ts'

type Db = Kysely<Tables>

export type Configured = {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly ownerId: string
  readonly createdAt: Date
  readonly config: StoredConfig
  /** Null while none is live: then `config` is the draft. */
  readonly liveVersion: number | null
  readonly versions: number
  readonly deployedAt: Date | null
}

const read = 100

/** By name. `ids`: null of all that the caller sees. */
export async function configurationsOf(
  db: Db,
  { companyId, ownerId }: TenantScope,
  ids: readonly string[] | null,
): Promise<readonly Configured[]> {
  const { rows } = await sql<Configured>`
    select c.id, c.name, trim(u.first_name || ' ' || u.last_name) as owner, c.owner_id as "ownerId", c.created_at as "createdAt",
      coalesce(v.config, c.draft) as config, c.live_version as "liveVersion",
      (select count(*)::int from connector_versions n where n.connector_id = c.id and n.company_id = c.company_id) as versions,
      (select max(d.ended_at) from deployments d where d.connector_id = c.id and d.company_id = c.company_id and d.status = 'live') as "deployedAt"
    from connectors c
    join users u on u.id = c.owner_id and u.company_id = c.company_id
    left join connector_versions v on v.connector_id = c.id and v.company_id = c.company_id and v.number = c.live_version
    where c.company_id = ${companyId} and c.deleted_at is null ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
      ${ids === null ? sql`` : sql`and c.id = any(${[...ids]}::uuid[])`}
    order by lower(c.name), c.id limit ${read}`.execute(db)
  return rows
}

/** When people of a company signed in last; null: never. */
export async function lastSignIns(
  db: Db,
  companyId: string,
  limit: number,
): Promise<readonly { readonly name: string; readonly email: string; readonly at: Date | null }[]> {
  const { rows } = await sql<{ name: string; email: string; at: Date | null }>`
    select trim(u.first_name || ' ' || u.last_name) as name, u.email,
      (select max(l.at) from login_audit l where l.user_id = u.id and l.company_id = u.company_id and l.success) as at
    from users u where u.company_id = ${companyId} and u.active and u.confirmed
    order by at desc nulls last, lower(u.first_name) limit ${limit}`.execute(db)
  return rows
}
