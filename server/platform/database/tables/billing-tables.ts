/** The rows of billing, as `tables.ts` has the others. Amounts are minor units. */
import type { ColumnType, Generated } from 'kysely'
import type { PlanName, PriceBookForm } from '#contract/billing/price-book.ts'

type Json<T> = ColumnType<T, string, string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type BillingTables = {
  price_books: {
    version: number
    currency: PriceBookForm['currency']
    plans: Json<PriceBookForm['plans']>
    created_at: Now
    created_by: string | null
  }
  plan_changes: { id: Generated<string>; company_id: string; plan: PlanName; at: Now }
  usage_days: {
    company_id: string
    connector_id: string
    day: string
    part: number
    delivered: number
    uncharged: number
    frozen_at: Now
    period: string | null
  }
}
