/** Who receives the invoices of a company, and how they pay. */
import type { Kysely } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

export type Payer = {
  readonly companyName: string
  readonly billName: string
  readonly address: readonly string[]
  readonly paidBy: string
  readonly paymentType: string
  readonly card: { readonly lastFour: string; readonly type: string } | null
  readonly isTest: boolean
}

export async function findPayer(tx: Kysely<Tables>, companyId: string): Promise<Payer> {
  const { name } = await tx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  return {
    ...{ companyName: name, billName: name, address: [], paidBy: 'Bank transfer', paymentType: 'Bank transfer' },
    ...{ card: null, isTest: false },
  }
}
