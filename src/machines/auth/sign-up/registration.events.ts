import type { ProductTier } from '#contract/auth/registration.ts'
import type { Step } from './draft.ts'

export type RegistrationField = 'email' | 'password' | 'firstName' | 'lastName' | 'companyName'

export type RegistrationEvent =
  | { readonly type: 'user.wrote'; readonly field: RegistrationField; readonly text: string }
  | { readonly type: 'user.toggledPassword' }
  | { readonly type: 'user.choseTier'; readonly tier: ProductTier }
  | { readonly type: 'user.chosePayment'; readonly paymentMethodId: string }
  | { readonly type: 'user.continued' }
  | { readonly type: 'user.returned' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.requestedAgain' }
  /** The browser's Back or Forward led to the path of a step. */
  | { readonly type: 'browser.arrived'; readonly step: Step }
