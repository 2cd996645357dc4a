/** What a sign-up knows, and what of it is complete. */
import { faultsOf } from '#contract/auth/password.ts'
import type { PaymentOption, ProductTier, SignUpOffer } from '#contract/auth/registration.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { faultAt } from '../../kit/field-fault.ts'
import { isEmailLike } from '../../kit/is-email-like.ts'
import { blank, type Draft } from './draft.ts'
import type { RegistrationField } from './registration.events.ts'

export type Context = {
  /** As it was typed, through every failure. */
  readonly written: Readonly<Record<RegistrationField, string>>
  readonly tier: ProductTier
  readonly paymentMethodId: string | null
  /** What may be chosen from, once it was read. */
  readonly methods: readonly PaymentOption[]
  /** What the plans cost, once it was read. */
  readonly prices: SignUpOffer['prices'] | null
  readonly isPasswordShown: boolean
  /** Something was typed before the page was loaded: the password is asked for again. */
  readonly isResumed: boolean
  readonly problem: Problem | null
  /** Why the ways to pay could not be read. */
  readonly methodsProblem: Problem | null
  readonly sentTo: string | null
  readonly isKept: boolean
  readonly isSentAgain: boolean
}

/** What stands on which step, as JSON pointers into the request. */
const fieldsOf = { account: ['/email', '/password'], details: ['/firstName', '/lastName', '/companyName'] } as const

export const accountFits = ({ written: { email, password } }: Context) => isEmailLike(email) && faultsOf(password).length === 0
export const detailsFit = ({ written: { firstName, lastName, companyName } }: Context) =>
  [firstName, lastName, companyName].every((text) => text.trim() !== '')

export const draftOf = ({ written: { password: _, ...rest }, tier, paymentMethodId, sentTo, isKept }: Context): Draft =>
  sentTo === null ? { ...rest, productTier: tier, paymentMethodId, sentTo, isKept } : { ...blank, sentTo, isKept }

/** Whether the server found something wrong on a step. */
export const isAbout = (thrown: unknown, step: keyof typeof fieldsOf) =>
  fieldsOf[step].some((path) => faultAt(toProblem(thrown), path) !== undefined)

export const contextOf = (draft: Draft): Context => ({
  written: {
    email: draft.email,
    password: '',
    firstName: draft.firstName,
    lastName: draft.lastName,
    companyName: draft.companyName,
  },
  tier: draft.productTier,
  paymentMethodId: draft.paymentMethodId,
  methods: [],
  prices: null,
  isPasswordShown: false,
  isResumed: draft.email !== '',
  problem: null,
  methodsProblem: null,
  sentTo: draft.sentTo,
  isKept: draft.isKept,
  isSentAgain: false,
})
