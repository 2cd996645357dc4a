/** The rows of billing, as `tables.ts` has the others. Amounts are minor units. */
import type { ColumnType, Generated } from 'kysely'
import type { InvoiceState } from '#contract/billing/invoice.lifecycle.ts'
import type { Invoice, InvoiceLine } from '#contract/billing/invoices.ts'
import type { PlanName, PriceBookForm } from '#contract/billing/price-book.ts'
import type { ProfileForm } from '#contract/billing/profiles.ts'
import type { AppliedTax } from '#contract/billing/tax-choice.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
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
  billing_counters: { kind: string; year: number; last: number }
  invoices: {
    id: string
    company_id: string
    kind: Generated<Invoice['kind']>
    number: string | null
    status: Generated<InvoiceState>
    status_since: Now
    period: string
    period_end: string
    invoice_date: Time | null
    due_at: Time | null
    currency: Invoice['currency']
    total: Generated<number>
    book_version: number
    company_name: string
    country: string | null
    vat_number: Generated<string>
    tax: Json<AppliedTax> | null
    bill_name: string
    address: Json<string[]>
    is_test: Generated<boolean>
    credits: string | null
    paid_by: string
    payment_type: string
    card: Json<{ lastFour: string; type: string }> | null
    payment_id: string | null
    paid_at: Time | null
    failure: string | null
    archived_at: Time | null
    credited: Generated<number>
    profile_id: Generated<string | null>
    failed_at: Generated<Date | null>
    retries: Generated<number>
    sought: ColumnType<string, never, never>
  }
  invoice_lines: {
    invoice_id: string
    company_id: string
    position: number
    type: InvoiceLine['type']
    description: string
    connector_id: string | null
    source: string
    destination: string
    day: string | null
    records: number
    included: number
    quantity: number
    price: number
    amount: number
  }
  billing_periods: { company_id: string; period: string; closed_at: Now; invoice_id: string | null }
  payment_methods: {
    id: string
    company_id: string
    provider: string
    provider_ref: string
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    holder: string
    email: string
    created_at: Now
    removed_at: Generated<Date | null>
    expiry_told_at: Generated<Date | null>
  }
  billing_profiles: {
    id: string
    company_id: string
    name: string
    receive_invoices: boolean
    country: ProfileForm['country']
    vat_number: Generated<string>
    address: string
    method_id: string | null
    is_primary: boolean
    revision: Generated<number>
    created_at: Now
  }
  payments: {
    id: string
    company_id: string
    invoice_id: string
    method_id: string
    amount: number
    currency: string
    is_confirmed: boolean
    status: Generated<'pending' | 'succeeded' | 'failed' | 'action'>
    reason: string | null
    provider_ref: string | null
    lease_until: Generated<Date | null>
    created_at: Now
    ended_at: Generated<Date | null>
  }
  sandbox_charges: { key: string; method_ref: string; amount: number; charged_at: Now }
  run_holds: {
    id: Generated<string>
    company_id: string
    connector_id: string | null
    cause: 'records' | 'budget'
    reason: string
    next: string
    since: Now
    until: Time
  }
  price_agreements: { company_id: string; version: number; before: number; at: Now }
  limit_notices: { company_id: string; period: string; limit_name: string; level: string; at: Now }
}
