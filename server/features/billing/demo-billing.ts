/**
 * The past of the demo company's billing: it has had the Professional plan for three months and pays with a TEST card, which was changed for one that is
 * declined before the last invoice. Its invoices are made by the same job as everybody's.
 */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { closeMonth } from './invoices/closing.ts'
import { monthAt } from './months.ts'
import { chargePending } from './payments/charging.ts'
import { addMethod } from './payments/methods.repository.ts'
import { addProfile } from './payments/profiles.repository.ts'
import type { PaymentProvider } from './payments/provider.ts'

type Db = Kysely<Tables>
type Deps = { readonly db: Db; readonly provider: PaymentProvider; readonly publicUrl: string }

const pastMonths = 3
/** Whose company it is. */
const demoAdministrator = 'admin@demo.test'

async function begin(tx: Db, now: Date): Promise<string | null> {
  const person = await tx.selectFrom('users').select('company_id').where('email', '=', demoAdministrator).executeTakeFirst()
  if (person === undefined) return null
  const companyId = person.company_id
  const { rows } = await sql`select from billing_periods where company_id = ${companyId} limit 1`.execute(tx)
  if (rows.length > 0) return null
  await sql`update companies set product_tier = 'Professional' where id = ${companyId} and product_tier = 'Basic'`.execute(tx)
  await sql`delete from plan_changes where company_id = ${companyId}`.execute(tx)
  await sql`insert into plan_changes (company_id, plan, at) values (${companyId}, 'Professional', ${monthAt(now, -pastMonths).from})`.execute(
    tx,
  )
  return companyId
}

/** Once: where the company was billed before, or is not the demo's, nothing is done. */
export async function giveDemoBilling({ db, provider, publicUrl }: Deps, now: Date): Promise<void> {
  const companyId = await inOneCommit(db, (tx) => begin(tx, now))
  if (companyId === null || provider.testCard === null) return
  const { testCard } = provider
  const profileId = uuid()
  const addCard = async (card: 'succeeds' | 'declined') => {
    const [id, { ref: providerRef, brand, last4 }] = [uuid(), testCard(card)]
    const expires = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + 2 }
    const holder = { holder: 'Ada Admin', email: demoAdministrator }
    await addMethod(db, { id, companyId, provider: provider.name, providerRef, brand, last4, ...holder, ...expires })
    return id
  }
  const address = '1 Example Street\nSpringfield'
  const methodId = await addCard('succeeds')
  const names = { name: 'Demo Company', receiveInvoices: true, country: 'US', vatNumber: '', address } as const
  await addProfile(db, { ...names, id: profileId, companyId, methodId, isPrimary: true })
  for (let back = pastMonths; back > 1; back -= 1) await closeMonth({ db, publicUrl }, companyId, monthAt(now, -back), now)
  await chargePending({ db, provider, publicUrl })
  const declined = await addCard('declined')
  await sql`update billing_profiles set method_id = ${declined} where id = ${profileId}`.execute(db)
}
