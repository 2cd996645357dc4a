/** Taxes by country, set by the operator. A rule is added and never changed; the one that began last applies. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { closed, Id, Instant, orNull } from '../kit/schemas.ts'
import { Day } from './bill.ts'
import { CountryCode } from './profiles.ts'

export const TaxRuleForm = closed({
  country: CountryCode,
  /** On invoices; '' ends the tax of the country. */
  name: Type.String({ maxLength: 50 }),
  /** Hundredths of a per cent. */
  rate: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** No tax for profiles with a VAT number, where the operator is in another country. */
  reverseCharge: Type.Boolean(),
  /** Its first day. */
  from: Day,
})
export type TaxRuleForm = Static<typeof TaxRuleForm>

export const TaxRule = Type.Object({
  id: Id,
  ...TaxRuleForm.properties,
  /** Whether an invoice that is opened today takes it. */
  isInForce: Type.Boolean(),
  createdAt: Instant,
  createdBy: orNull(Type.String()),
})
export type TaxRule = Static<typeof TaxRule>

export const TaxRules = Type.Object({
  /** The one that was set last first. */
  data: Type.Array(TaxRule),
  /** That of the primary billing profile of the operator's company; null: none is chosen, and nobody gets reverse charge. */
  operatorCountry: orNull(CountryCode),
})
export type TaxRules = Static<typeof TaxRules>

export const taxRuleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/billing/tax-rules',
    summary: 'List taxes by country, newest first',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    status: 200,
    reply: TaxRules,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/billing/tax-rules',
    summary: "Set a country's tax rate from a given date. Issued invoices don't change",
    access: ['SUPER_ADMIN'],
    scope: 'session',
    audit: 'billing.taxRuleSet',
    body: TaxRuleForm,
    status: 201,
    reply: TaxRule,
  }),
} as const
