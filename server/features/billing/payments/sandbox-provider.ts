/** A provider that charges nobody: three cards that do what real ones do. Everything of it is marked TEST. */
import { type Kysely, sql } from 'kysely'

import { type TestCard, testCards } from '#contract/billing/payment-methods.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { PaymentProvider } from './provider.ts'

const cards: Readonly<Record<TestCard, { readonly brand: string; readonly last4: string }>> = {
  succeeds: { brand: 'visa', last4: '4242' },
  declined: { brand: 'visa', last4: '0002' },
  authentication: { brand: 'mastercard', last4: '3184' },
}
const refOf = (card: TestCard) => `sandbox_${card}`

export const createSandboxProvider = (db: Kysely<Tables>): PaymentProvider => ({
  name: 'sandbox',
  isTest: true,
  testCard: (card) => ({ ref: refOf(card), ...cards[card] }),
  cards: null,
  look: async () => null,
  remove: null,
  async charge({ key, methodRef, amount, isConfirmed }) {
    const card = testCards.find((it) => refOf(it) === methodRef)
    if (card === undefined) return { status: 'failed', reason: 'The card is unknown.' }
    if (card === 'declined') return { status: 'failed', reason: 'Insufficient funds' }
    if (card === 'authentication' && !isConfirmed) return { status: 'action' }
    await sql`insert into sandbox_charges (key, method_ref, amount) values (${key}, ${methodRef}, ${amount}) on conflict do nothing`.execute(
      db,
    )
    return { status: 'succeeded', ref: `test_${key}` }
  },
})

export const noProviderReason = 'No card provider is connected.'

/** Without a provider: invoices are paid by bank transfer. */
export const noProvider: PaymentProvider = {
  name: 'none',
  isTest: false,
  testCard: null,
  cards: null,
  look: async () => null,
  remove: null,
  charge: async () => ({ status: 'failed', reason: noProviderReason }),
}
