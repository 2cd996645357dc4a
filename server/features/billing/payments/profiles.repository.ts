/** Billing profiles as rows. */
import { type Kysely, sql } from 'kysely'

import type { ProfileForm } from '#contract/billing/profiles.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type ProfileRow = ProfileForm & {
  readonly id: string
  readonly revision: number
  readonly brand: string | null
  readonly last4: string | null
  /** How the company chose to pay when it signed up. */
  readonly chosen: string | null
  /** Minor units of the invoice of last month. */
  readonly lastMonth: number
}

/** @param period the first day of last month. */
export async function listProfiles(db: Db, companyId: string, period: string): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select p.id, p.name, p.receive_invoices as "receiveInvoices", p.country, p.vat_number as "vatNumber", p.address, p.method_id as "methodId", p.is_primary as "isPrimary",
      p.revision, m.brand, m.last4, c.payment_method_id as chosen,
      coalesce((select sum(total - credited) from invoices i where i.profile_id = p.id and i.kind = 'invoice' and i.period = ${period}::date), 0)::int8
        as "lastMonth"
    from billing_profiles p join companies c on c.id = p.company_id left join payment_methods m on m.id = p.method_id
    where p.company_id = ${companyId} order by p.is_primary desc, p.name, p.id`.execute(db)
  return rows
}

/** In this order: the one that was primary first makes room. */
export async function clearPrimary(tx: Db, companyId: string, except: string): Promise<void> {
  await sql`update billing_profiles set is_primary = false, revision = revision + 1
    where company_id = ${companyId} and is_primary and id <> ${except}`.execute(tx)
}

type Written = ProfileForm & { readonly companyId: string; readonly id: string }

export async function addProfile(tx: Db, it: Written): Promise<void> {
  await sql`insert into billing_profiles (id, company_id, name, receive_invoices, country, vat_number, address, method_id, is_primary)
    values (${it.id}, ${it.companyId}, ${it.name}, ${it.receiveInvoices}, ${it.country}, ${it.vatNumber}, ${it.address}, ${it.methodId}, ${it.isPrimary})`.execute(
    tx,
  )
}

export async function changeProfile(tx: Db, it: Written): Promise<void> {
  await sql`update billing_profiles set name = ${it.name}, receive_invoices = ${it.receiveInvoices}, country = ${it.country}, vat_number = ${it.vatNumber}, address = ${it.address},
      method_id = ${it.methodId}, is_primary = ${it.isPrimary}, revision = revision + 1
    where id = ${it.id} and company_id = ${it.companyId}`.execute(tx)
}

export async function deleteProfile(
  tx: Db,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<void> {
  await sql`delete from billing_profiles where id = ${id} and company_id = ${companyId}`.execute(tx)
}

export async function hasOpenInvoices(tx: Db, profileId: string): Promise<boolean> {
  const { rows } =
    await sql`select from invoices where profile_id = ${profileId} and status in ('open', 'failed') limit 1`.execute(tx)
  return rows.length > 0
}
