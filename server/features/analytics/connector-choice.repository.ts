/** The connectors that a question is about: those that a person sees, those that were named, those of an environment. */
import { type Kysely, sql } from 'kysely'

import type { environments } from '#contract/analytics/analytics.ts'
import type { LedgerScope } from '../../engine/ledger/ledger-sums.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>

export type Choice = {
  /** Null: all that are seen. */
  readonly ids: readonly string[] | null
  /** Null: every one. */
  readonly environment: (typeof environments)[number] | null
  /** Of this product's own sandbox. */
  readonly sandboxOrigin: string
}

type Chosen = {
  readonly whose: LedgerScope
  /** Connectors that are there. */
  readonly count: number
}

const reach = sql`
  from connectors c left join connector_versions v on v.connector_id = c.id and v.number = c.live_version`

/** Whether a connector is of the environment: all that its live version, or else its draft, asks is the product's own sandbox, or not. */
function isOf({ environment, sandboxOrigin }: Choice) {
  if (environment === null) return sql`true`
  const isSandbox = sql`coalesce(v.sandboxes, c.sandboxes) = array[${sandboxOrigin}]`
  return environment === 'sandbox' ? isSandbox : sql`not (${isSandbox})`
}

/**
 * Of those that are not named, the deleted ones count too: their records are in the ledger. Null when one that is named is not seen or not there.
 */
export async function chooseConnectors(db: Db, tenantScope: TenantScope, choice: Choice): Promise<Chosen | null> {
  return choice.ids === null ? allSeen(db, tenantScope, choice) : named(db, tenantScope, choice, [...new Set(choice.ids)])
}

async function named(
  db: Db,
  { companyId, ownerId }: TenantScope,
  choice: Choice,
  ids: readonly string[],
): Promise<Chosen | null> {
  const { rows } = await sql<{ id: string; is: boolean }>`
    select c.id, ${isOf(choice)} as is ${reach}
    where c.company_id = ${companyId} and c.id = any(${ids}::uuid[]) and c.deleted_at is null
      and (${ownerId}::uuid is null or c.owner_id = ${ownerId})`.execute(db)
  if (rows.length < ids.length) return null
  const connectorIds = rows.filter((row) => row.is).map(({ id }) => id)
  return { whose: { companyId, connectorIds }, count: connectorIds.length }
}

async function allSeen(db: Db, { companyId, ownerId }: TenantScope, choice: Choice): Promise<Chosen> {
  const isSeen = sql`c.company_id = ${companyId} and (${ownerId}::uuid is null or c.owner_id = ${ownerId})`
  const all = { companyId, ownerId, connectorIds: null }
  if (choice.environment === null) {
    const { rows } = await sql<{ there: number }>`
      select count(*) as there from connectors c where ${isSeen} and c.deleted_at is null`.execute(db)
    return { whose: all, count: rows[0]?.there ?? 0 }
  }
  // The sums of all are kept: of more than half of them, what is not asked for is taken from those.
  const { rows } = await sql<{ there: number; isMost: boolean; ids: string[] }>`
    with seen as materialized (select c.id, c.deleted_at is null as is_there, ${isOf(choice)} as is_wanted ${reach} where ${isSeen}),
    counted as (
      select count(*) filter (where is_there and is_wanted) as there, count(*) filter (where not is_wanted) < count(*) filter (where is_wanted) as is_most
      from seen)
    select there, is_most as "isMost", array(select id from seen where is_wanted <> is_most) as ids from counted`.execute(db)
  const { there, isMost, ids } = rows[0] ?? { there: 0, isMost: false, ids: [] }
  return { whose: isMost ? { ...all, without: ids } : { companyId, connectorIds: ids }, count: there }
}
