/** The past of the demo company's billing: it has had the Professional plan for three months. Its invoices are made by the same job as everybody's. */
import { type Kysely, sql } from 'kysely'

import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { monthAt } from './months.ts'

const pastMonths = 3

/** Whose company it is. */
const demoAdministrator = 'admin@demo.test'

/** Once: where the company was billed before, or is not the demo's, nothing is done. */
export async function giveDemoBilling(db: Kysely<Tables>, now: Date): Promise<void> {
  await inOneCommit(db, async (tx) => {
    const person = await tx.selectFrom('users').select('company_id').where('email', '=', demoAdministrator).executeTakeFirst()
    if (person === undefined) return
    const companyId = person.company_id
    const { rows } = await sql`select from billing_periods where company_id = ${companyId} limit 1`.execute(tx)
    if (rows.length > 0) return
    await sql`update companies set product_tier = 'Professional' where id = ${companyId} and product_tier = 'Basic'`.execute(tx)
    await sql`update plan_changes set plan = 'Professional', at = ${monthAt(now, -pastMonths).from} where company_id = ${companyId}`.execute(
      tx,
    )
  })
}
