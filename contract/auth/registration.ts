/** Sign-up and the confirmation of an account. `core-platform.md` sections 2, 7 and 8, `decisions.md` section 2. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Email, Name, NewPassword, OneTimeToken, oneOf, orNull } from '../kit/schemas.ts'

/** Milliseconds that a confirmation link lives. */
export const confirmationLifetime = 24 * 60 * 60_000

export const productTiers = ['Basic', 'Professional', 'Enterprise'] as const
export const ProductTier = oneOf(...productTiers)
export type ProductTier = Static<typeof ProductTier>
/** It costs nothing, so that no way to pay is needed for it. */
export const freeTier: ProductTier = 'Basic'

/** A way to pay that this installation offers. */
export const PaymentOption = Type.Object({
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  description: Type.String(),
})
export type PaymentOption = Static<typeof PaymentOption>

const OfferedPlan = Type.Object({ base: Count, included: Count, perThousand: Count, records: orNull(Count) })

/** What a sign-up may choose from: the current prices in minor units, and the ways to pay. */
export const SignUpOffer = Type.Object({
  paymentMethods: Type.Array(PaymentOption),
  prices: Type.Object({
    version: Count,
    currency: Type.String(),
    plans: Type.Object({ Basic: OfferedPlan, Professional: OfferedPlan, Enterprise: OfferedPlan }),
  }),
})
export type SignUpOffer = Static<typeof SignUpOffer>

export const Registration = closed({
  email: Email,
  password: NewPassword,
  firstName: Name,
  lastName: Name,
  companyName: Name,
  productTier: ProductTier,
  /** Null only for the tier that costs nothing. */
  paymentMethodId: orNull(Type.String({ minLength: 1, maxLength: 100 })),
  /** Version of the prices that were shown. Without it nobody agreed to a price, and the company starts on the free plan. */
  priceVersion: Type.Optional(Count),
})
export type Registration = Static<typeof Registration>

/** Nothing that could send a message is set up: it stays in the outbox, whoever it is for. */
export const StaysInOutbox = Type.Boolean()

/** The same for an address that is known already: its owner is told by email. */
const RegistrationResponse = Type.Object({ success: Type.Literal(true), email: Type.String(), isKept: StaysInOutbox })

export const registrationEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/api/registration',
    summary: 'Create a company and its first account, and send the confirmation link',
    access: 'public',
    scope: 'public',
    audit: 'company.created',
    body: Registration,
    status: 201,
    reply: RegistrationResponse,
    idempotent: false,
  }),
  judgePassword: endpoint({
    method: 'POST',
    path: '/api/registration/password',
    summary: 'Check whether a password is allowed for an email',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ email: Email, password: NewPassword }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
    idempotent: false,
  }),
  paymentMethods: endpoint({
    method: 'GET',
    path: '/api/payment-methods',
    summary: 'List payment methods and prices for sign-up',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: SignUpOffer,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/users/confirm',
    summary: 'Confirm an account with the token from the email',
    access: 'public',
    scope: 'public',
    audit: 'member.confirmed',
    body: closed({ token: OneTimeToken }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
    idempotent: false,
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/api/users/resend-confirmation',
    summary: 'Resend the confirmation link. The response is the same for every email',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ email: Email }),
    status: 200,
    reply: RegistrationResponse,
    idempotent: false,
  }),
} as const
