/** Companies: the tenants. */
import { type Kysely, sql } from 'kysely'

import type { ProductTier } from '#contract/auth/registration.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

export type NewCompany = {
  readonly id: string
  readonly name: string
  readonly workspaceName: string
  /** Basic when it is not said. */
  readonly productTier?: ProductTier
  /** A paid plan that has not started. */
  readonly requestedTier?: ProductTier | null
  readonly paymentMethodId?: string | null
}

export async function addCompany(db: Kysely<Tables>, it: NewCompany): Promise<void> {
  await db
    .insertInto('companies')
    .values({
      id: it.id,
      name: it.name,
      workspace_name: it.workspaceName,
      product_tier: it.productTier ?? 'Basic',
      requested_tier: it.requestedTier ?? null,
      payment_method_id: it.paymentMethodId ?? null,
    })
    .execute()
}

export async function companiesExist(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** @param message null ends the maintenance. @param userId who switches it; since when it is on stays as it was. */
export async function setMaintenance(
  db: Kysely<Tables>,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  message: string | null,
): Promise<void> {
  const kept = (column: string, value: unknown) =>
    message === null ? null : sql`case when maintenance_message is null then ${value} else ${sql.ref(column)} end`
  await db
    .updateTable('companies')
    .set({
      maintenance_message: message,
      maintenance_since: kept('maintenance_since', sql`now()`) as never,
      maintenance_by: kept('maintenance_by', sql`${userId}::uuid`) as never,
    })
    .where('id', '=', companyId)
    .execute()
}

/** Until the transaction ends nobody else holds it: what is counted of the company stays counted. */
export async function holdCompany(tx: Kysely<Tables>, companyId: string): Promise<void> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
}

/** The plan of a company that the operator added begins with its first member: before, no one had agreed to a price. */
export async function beginPlan(tx: Kysely<Tables>, companyId: string): Promise<void> {
  const { people } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (Number(people) !== 1) return
  await tx.deleteFrom('plan_changes').where('company_id', '=', companyId).execute()
  await sql`insert into plan_changes (company_id, plan, at) select id, product_tier, now() from companies where id = ${companyId}`.execute(
    tx,
  )
}

/** The number of the advisory lock, the same in every process. */
const seedLock = 6_311_980

/** Until the transaction ends, no other process passes here: of several that start on an empty database one fills it. */
export async function lockSeeding(tx: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
}
