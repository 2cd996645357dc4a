/** Saved ways to pay. Card numbers are typed at the provider and never reach this server. `worklist.md` B-8. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, oneOf, visibleText } from '../kit/schemas.ts'

/** What an operator sets. `none`: invoices are paid by bank transfer. `sandbox`: nothing is paid, everything is marked TEST. */
export const paymentSettings = ['none', 'sandbox', 'stripe'] as const
export type PaymentSetting = (typeof paymentSettings)[number]
/** `stripe-test`: with a key of Stripe's test mode, which charges nobody and is marked TEST too. */
export const paymentProviders = ['none', 'sandbox', 'stripe-test', 'stripe'] as const
export const isTestProvider = (name: string): boolean => name === 'sandbox' || name === 'stripe-test'
export type PaymentProviderName = (typeof paymentProviders)[number]

/** The cards of the sandbox provider, by what becomes of a payment with them. */
export const testCards = ['succeeds', 'declined', 'authentication'] as const
export type TestCard = (typeof testCards)[number]

export const PaymentMethod = Type.Object({
  id: Id,
  type: Type.Literal('card'),
  card: Type.Object({ brand: Type.String(), last4: Type.String(), exp_month: Count, exp_year: Count }),
  billing_details: Type.Object({ name: Type.String(), email: Type.String() }),
  /** Seconds since 1970. */
  created: Count,
  isTest: Type.Boolean(),
})
export type PaymentMethod = Static<typeof PaymentMethod>

export const PaymentMethods = Type.Object({
  provider: oneOf(...paymentProviders),
  paymentMethods: Type.Array(PaymentMethod),
})
export type PaymentMethods = Static<typeof PaymentMethods>

const administrators = ['SUPER_ADMIN', 'ADMIN'] as const

export const paymentMethodEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/payments/methods',
    summary: "List your company's saved cards and their provider",
    access: administrators,
    scope: 'session',
    status: 200,
    reply: PaymentMethods,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/payments/methods',
    summary: 'Add a TEST card of the sandbox provider',
    access: administrators,
    scope: 'session',
    audit: 'billing.cardAdded',
    body: closed({ card: oneOf(...testCards), holder: visibleText(100) }),
    status: 201,
    reply: PaymentMethod,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/payments/sessions',
    summary: "Open the card provider's page to add a card. The provider stores the card",
    access: administrators,
    scope: 'session',
    audit: 'billing.cardPageOpened',
    status: 201,
    reply: Type.Object({ url: Type.String() }),
  }),
  event: endpoint({
    method: 'POST',
    path: '/api/payments/stripe/events',
    summary: 'Receive a Stripe event, verified by its Stripe-Signature header',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: Type.Unknown(),
    status: 200,
    reply: Type.Object({ received: Type.Literal(true) }),
    idempotent: false,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/payments/methods/:id',
    summary: 'Remove a saved card. Profiles with this card switch to bank transfer',
    access: administrators,
    scope: 'session',
    audit: 'billing.cardRemoved',
    params: closed({ id: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
