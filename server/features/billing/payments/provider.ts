/** What a payment provider does for us. It keeps the cards; we keep what it calls them. */
import type { PaymentProviderName, TestCard } from '#contract/billing/payment-methods.ts'

export type Charge = {
  /** The same for the same payment, however often it is asked. */
  readonly key: string
  readonly methodRef: string
  readonly amount: number
  readonly currency: string
  /** Whether the person has confirmed it with their bank. */
  readonly isConfirmed: boolean
}

export type ChargeResult =
  | { readonly status: 'succeeded'; readonly ref: string }
  /** `reason` in the words of the provider. */
  | { readonly status: 'failed'; readonly reason: string }
  /** The bank wants the person to confirm it. */
  | { readonly status: 'action' }

export type PaymentProvider = {
  readonly name: PaymentProviderName
  readonly isTest: boolean
  /** What a test card is saved as; null of a provider that has none. */
  readonly testCard: ((card: TestCard) => { readonly ref: string; readonly brand: string; readonly last4: string }) | null
  /** @throws where nothing is known of the result: it is asked again with the same key. */
  readonly charge: (charge: Charge) => Promise<ChargeResult>
}
