/** What a payment provider does for us. It keeps the cards; we keep what it calls them. */
import type { PaymentProviderName, TestCard } from '#contract/billing/payment-methods.ts'

export type Charge = {
  /** The same for the same payment, however often it is asked. */
  readonly key: string
  readonly companyId: string
  /** Of the invoice. */
  readonly number: string
  readonly methodRef: string
  readonly amount: number
  readonly currency: string
  /** Whether the person is there and confirms it with their bank. */
  readonly isConfirmed: boolean
  /** When it was written down. */
  readonly since: Date
  /** Whether it waits for longer than an hour: the provider may have forgotten the key of an earlier try. */
  readonly isLate: boolean
}

export type ChargeResult =
  | { readonly status: 'succeeded'; readonly ref: string }
  /** `reason` in the words of the provider. */
  | { readonly status: 'failed'; readonly reason: string }
  /** The bank wants the person to confirm it, and they are not there. */
  | { readonly status: 'action' }
  /** The person confirms it on a page of their bank; what becomes of it is looked up under `ref`. */
  | { readonly status: 'redirect'; readonly url: string; readonly ref: string }

/** Pages of the provider on which cards are typed. */
export type CardPages = {
  readonly findCustomer: (companyId: string) => Promise<string | null>
  /** @param id of the request; the same again gives the same page. @returns the address of the page. */
  readonly begin: (it: { readonly companyId: string; readonly id: string; readonly email: string }) => Promise<string>
  /** Saves the cards that were typed meanwhile. */
  readonly collect: (companyId: string) => Promise<void>
}

/** What is removed at the provider: a card, or a customer with all of its cards. */
export type Removal = { readonly kind: 'card' | 'customer'; readonly ref: string }

export type PaymentProvider = {
  readonly name: PaymentProviderName
  readonly isTest: boolean
  /** What a test card is saved as; null of a provider that has none. */
  readonly testCard: ((card: TestCard) => { readonly ref: string; readonly brand: string; readonly last4: string }) | null
  /** Null of a provider without such pages. */
  readonly cards: CardPages | null
  /** @throws where nothing is known of the result: it is asked again with the same key. */
  readonly charge: (charge: Charge) => Promise<ChargeResult>
  /** What became of a payment that the person was to confirm; null while that is open. @param isTooLate it is given up then. */
  readonly look: (ref: string, isTooLate: boolean) => Promise<ChargeResult | null>
  /** Safe to repeat; null of a provider that keeps nothing. @throws where nothing is known of the result: it is tried again. */
  readonly remove: ((it: Removal) => Promise<void>) | null
}
