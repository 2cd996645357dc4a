/** Email domains of companies and whether they are proved. */
import { type Kysely, sql } from 'kysely'
import type { DomainCheck } from '#contract/auth/sso/sso-domains.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }

export type DomainRow = {
  readonly id: string
  readonly domain: string
  readonly token: string
  readonly createdAt: Date
  readonly checkedAt: Date | null
  readonly outcome: DomainCheck | null
  readonly verifiedAt: Date | null
}

const columns = [
  ...(['id', 'domain', 'token', 'outcome'] as const),
  ...(['created_at as createdAt', 'checked_at as checkedAt', 'verified_at as verifiedAt'] as const),
] as const

export async function listDomains(db: Db, companyId: string): Promise<DomainRow[]> {
  return db.selectFrom('sso_domains').select(columns).where('company_id', '=', companyId).orderBy('domain').execute()
}

export async function findDomain(db: Db, { companyId, id }: Which): Promise<DomainRow | null> {
  const row = await db
    .selectFrom('sso_domains')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The company that has proved a domain; null where none has. Sign-in knows no company before. */
export async function companyOfDomain(db: Db, domain: string): Promise<string | null> {
  const row = await db
    .selectFrom('sso_domains')
    .select('company_id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.company_id ?? null
}

/** False where the company has it already. */
export async function addDomain(db: Db, it: Which & { readonly domain: string; readonly token: string }): Promise<boolean> {
  const row = await db
    .insertInto('sso_domains')
    .values({ id: it.id, company_id: it.companyId, domain: it.domain, token: it.token })
    .onConflict((conflict) => conflict.columns(['company_id', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function noteCheck(db: Db, { companyId, id }: Which, outcome: DomainCheck): Promise<void> {
  await db
    .updateTable('sso_domains')
    .set({ checked_at: sql<Date>`now()`, outcome })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** False where another company has proved the domain. Those who prove one at once wait for each other. */
export async function verifyDomain(tx: Db, { companyId, id }: Which): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(domain)) from sso_domains where company_id = ${companyId} and id = ${id}`.execute(
    tx,
  )
  const row = await sql<{ id: string }>`
    update sso_domains d set checked_at = now(), outcome = 'found', verified_at = coalesce(d.verified_at, now())
    where d.company_id = ${companyId} and d.id = ${id} and not exists (
      select 1 from sso_domains o where o.domain = d.domain and o.verified_at is not null and o.company_id <> d.company_id)
    returning d.id`.execute(tx)
  return row.rows.length === 1
}

/** The domain that was removed; null where there was none. */
export async function removeDomain(db: Db, { companyId, id }: Which): Promise<string | null> {
  const row = await db
    .deleteFrom('sso_domains')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('domain')
    .executeTakeFirst()
  return row?.domain ?? null
}
