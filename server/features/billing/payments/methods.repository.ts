/** Saved cards as rows. */
import { type Kysely, sql } from 'kysely'

import { isTestProvider, type PaymentMethod } from '#contract/billing/payment-methods.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Own = { readonly companyId: string; readonly id: string }

export type MethodRow = {
  readonly id: string
  readonly provider: string
  readonly providerRef: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly holder: string
  readonly email: string
  readonly createdAt: Date
}

const columns = sql`id, provider, provider_ref as "providerRef", brand, last4, exp_month as "expMonth", exp_year as "expYear", holder, email,
  created_at as "createdAt"`

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' }
export const brandOf = (brand: string) => (Object.hasOwn(brands, brand) ? (brands[brand] ?? brand) : brand)
/** "Visa ••4242" */
export const methodName = ({ brand, last4 }: Pick<MethodRow, 'brand' | 'last4'>) => `${brandOf(brand)} ••${last4}`

export const toMethod = (row: MethodRow): PaymentMethod => ({
  ...{ id: row.id, type: 'card', isTest: isTestProvider(row.provider), created: Math.floor(row.createdAt.getTime() / 1_000) },
  card: { brand: row.brand, last4: row.last4, exp_month: row.expMonth, exp_year: row.expYear },
  billing_details: { name: row.holder, email: row.email },
})

export async function listMethods(db: Db, companyId: string, provider: string): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select ${columns} from payment_methods where company_id = ${companyId} and provider = ${provider} and removed_at is null
    order by created_at desc, id`.execute(db)
  return rows
}

export async function findMethod(db: Db, { companyId, id }: Own): Promise<MethodRow | null> {
  const { rows } = await sql<MethodRow>`
    select ${columns} from payment_methods where company_id = ${companyId} and id = ${id} and removed_at is null`.execute(db)
  return rows[0] ?? null
}

export async function addMethod(
  tx: Db,
  { companyId, ...it }: Omit<MethodRow, 'createdAt'> & { readonly companyId: string },
): Promise<void> {
  await tx
    .insertInto('payment_methods')
    .values({
      ...{
        id: it.id,
        company_id: companyId,
        provider: it.provider,
        provider_ref: it.providerRef,
        brand: it.brand,
        last4: it.last4,
      },
      ...{ exp_month: it.expMonth, exp_year: it.expYear, holder: it.holder, email: it.email },
    })
    .execute()
}

/** Profiles that pay with it pay by bank transfer from then on. */
export async function removeMethod(tx: Db, { companyId, id }: Own): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update payment_methods set removed_at = now() where company_id = ${companyId} and id = ${id} and removed_at is null`.execute(
    tx,
  )
  await sql`update billing_profiles set method_id = null, revision = revision + 1 where company_id = ${companyId} and method_id = ${id}`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
