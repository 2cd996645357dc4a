/** What the browser keeps of a sign-up between two loads of its page: never the password. */
import type { ProductTier } from '#contract/auth/registration.ts'

export type Step = 'account' | 'details' | 'product' | 'success'

export type Draft = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly productTier: ProductTier
  readonly paymentMethodId: string | null
  /** Where the link of a finished sign-up was sent; null while there is none. */
  readonly sentTo: string | null
  /** Nothing is set up there that could have sent it. */
  readonly isKept: boolean
}

/** Where a link goes, and whether it is only kept there. */
export type Sent = { readonly email: string; readonly isKept: boolean }

export const blank: Draft = {
  email: '',
  firstName: '',
  lastName: '',
  companyName: '',
  productTier: 'Basic',
  paymentMethodId: null,
  sentTo: null,
  isKept: false,
}

const tiers: Readonly<Record<ProductTier, true>> = { Basic: true, Professional: true, Enterprise: true }

/** Total: what was kept, whatever it is, as a draft; what cannot be read is blank. */
export function draftIn(kept: unknown): Draft {
  const found: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const text = (name: string) => (typeof found[name] === 'string' ? found[name] : null)
  const tier = text('productTier') ?? ''
  return {
    email: text('email') ?? '',
    firstName: text('firstName') ?? '',
    lastName: text('lastName') ?? '',
    companyName: text('companyName') ?? '',
    productTier: Object.hasOwn(tiers, tier) ? (tier as ProductTier) : blank.productTier,
    paymentMethodId: text('paymentMethodId'),
    sentTo: text('sentTo'),
    isKept: found['isKept'] === true,
  }
}

/** What is told to whoever keeps the draft, and to whoever shows the place. */
export type DraftEmitted = { readonly type: 'draft.changed'; readonly draft: Draft }
/** A step that is reached is a new place to come back from; one that is settled takes the place of the present one. */
export type StepEmitted = { readonly type: 'step.reached' | 'step.settled'; readonly step: Step }
