/** Taxes by country as rows, and which one is on the invoices of a company. */
import { type Kysely, sql } from 'kysely'
import type { Tax } from '#contract/billing/bill.ts'
import { type AppliedTax, taxOn } from '#contract/billing/tax-choice.ts'
import type { TaxRule, TaxRuleForm } from '#contract/billing/tax-rules.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Payer } from './payer.repository.ts'

type Db = Kysely<Tables>
export type RuleRow = Omit<TaxRule, 'isInForce'>

/** The one that was set last first. */
export async function listRules(db: Db, country?: string): Promise<RuleRow[]> {
  const { rows } = await sql<Omit<RuleRow, 'createdAt'> & { createdAt: Date }>`
    select r.id, r.country, r.name, r.rate, r.reverse_charge as "reverseCharge", r.valid_from::text as "from", r.created_at as "createdAt",
      u.email as "createdBy"
    from tax_rules r left join users u on u.id = r.created_by
    where ${country === undefined ? sql`true` : sql`r.country = ${country}`} order by r.number desc limit 1000`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

export async function addRule(tx: Db, id: string, it: TaxRuleForm, userId: string): Promise<void> {
  await sql`insert into tax_rules (id, country, name, rate, reverse_charge, valid_from, created_by)
    values (${id}, ${it.country}, ${it.name}, ${it.rate}, ${it.reverseCharge}, ${it.from}::date, ${userId})`.execute(tx)
}

/** Of the primary billing profile of whoever operates the installation. */
export async function operatorCountry(db: Db): Promise<string | null> {
  const { rows } = await sql<{ country: string | null }>`
    select p.country from billing_profiles p join users u on u.company_id = p.company_id
    where u.role = 'SUPER_ADMIN' and p.is_primary order by u.created_at, u.id limit 1`.execute(db)
  return rows[0]?.country ?? null
}

/** The tax on an invoice of a company that is opened on a day. */
export async function taxFor(
  db: Db,
  companyId: string,
  { country, vatNumber }: Pick<Payer, 'country' | 'vatNumber'>,
  day: string,
): Promise<AppliedTax> {
  const own = await taxOf(db, companyId)
  const rules = country === null ? [] : await listRules(db, country)
  return taxOn({ own, country, vatNumber, rules, seller: await operatorCountry(db), day })
}

// The tax on the invoices of companies.

/** By company id. */
export async function taxesOf(db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, Tax>> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await sql<Tax & { id: string }>`
    select id, tax_name as name, tax_rate as rate from companies where id = any(${companyIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...tax }) => [id, tax]))
}

export const taxOf = async (db: Db, companyId: string): Promise<Tax> =>
  (await taxesOf(db, [companyId])).get(companyId) ?? { name: '', rate: 0 }

export async function setTax(tx: Db, companyId: string, { name, rate }: Tax): Promise<void> {
  await sql`update companies set tax_name = ${name}, tax_rate = ${rate} where id = ${companyId}`.execute(tx)
}
