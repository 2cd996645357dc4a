/** Who receives the invoices of a company, and how they pay: the primary profile, else the company by bank transfer. */
import { type Kysely, sql } from 'kysely'

import { isTestProvider } from '#contract/billing/payment-methods.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { brandOf, methodName } from '../payments/methods.repository.ts'

export type Payer = {
  readonly profileId: string | null
  readonly methodId: string | null
  readonly companyName: string
  readonly billName: string
  readonly address: readonly string[]
  readonly country: string | null
  readonly vatNumber: string
  readonly paidBy: string
  readonly paymentType: string
  readonly card: { readonly lastFour: string; readonly type: string } | null
  readonly isTest: boolean
}

const byTransfer = 'Bank transfer'

export async function findPayer(tx: Kysely<Tables>, companyId: string): Promise<Payer> {
  const { rows } = await sql<{
    company: string
    profileId: string | null
    name: string | null
    address: string | null
    country: string | null
    vatNumber: string | null
    methodId: string | null
    provider: string | null
    brand: string | null
    last4: string | null
  }>`
    select c.name as company, p.id as "profileId", p.name, p.address, p.country, p.vat_number as "vatNumber", m.id as "methodId", m.provider, m.brand, m.last4
    from companies c left join billing_profiles p on p.company_id = c.id and p.is_primary
    left join payment_methods m on m.id = p.method_id and m.removed_at is null
    where c.id = ${companyId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('there is no such company')
  const { company, profileId, name, address, country, vatNumber, methodId, provider, brand, last4 } = row
  const card = brand === null || last4 === null ? null : { lastFour: last4, type: brandOf(brand) }
  const lines = (address ?? '').split('\n').map((line) => line.trim())
  return {
    ...{
      profileId,
      methodId,
      companyName: company,
      billName: name ?? company,
      card,
      isTest: provider !== null && isTestProvider(provider),
    },
    address: lines.filter((line) => line !== ''),
    country,
    vatNumber: vatNumber ?? '',
    paidBy: brand === null || last4 === null ? byTransfer : methodName({ brand, last4 }),
    paymentType: card === null ? byTransfer : 'Card',
  }
}
