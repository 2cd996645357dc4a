import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { PaymentOption, ProductTier } from '#contract/auth/registration.ts'
import { ProblemError, problem } from '#contract/kit/problem.ts'
import { blank } from '#src/machines/auth/sign-up/draft.ts'
import type { RegistrationField } from '#src/machines/auth/sign-up/registration.events.ts'
import { type RegistrationSnapshot, registrationMachine, selectStep } from '#src/machines/auth/sign-up/registration.machine.ts'
import { RegistrationPage } from '#src/views/auth/sign-up/RegistrationRoute.tsx'
import { pick, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import {
  alertText,
  bug,
  faultAtField,
  fieldAt,
  fitting,
  frameExits,
  offered,
  offline,
  seesForm,
  unfit,
  wrongAt,
} from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants, labels } from './registration.invariants.ts'

const person: Readonly<Record<RegistrationField, string>> = {
  email: 'ada@example.test',
  password: fitting,
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: 'Analytical Engines',
}
const invoice: PaymentOption = { id: 'invoice', type: 'invoice', name: 'Invoice', description: 'Paid within 30 days.' }
const account = ['email', 'password'] as const
const details = ['firstName', 'lastName', 'companyName'] as const

const fixture: Fixture<typeof registrationMachine> = {
  view: (actor) => <RegistrationPage actor={actor} />,
  inputs: { 'a first visit': { draft: blank }, 'a sign-up that is done': { draft: { ...blank, sentTo: person.email } } },
  answers: {
    // Its failure moves nothing and tells nothing: what is typed stays on the page.
    keepDraft: { asks: undefined, says: {}, problems: {}, isLasting: true },
    watchPlace: {
      asks: undefined,
      says: {
        'forward to the product': { type: 'browser.arrived', step: 'product' },
      },
      problems: {},
      isLasting: true,
    },
    fetchPaymentMethods: {
      asks: undefined,
      answers: { 'by invoice': { paymentMethods: [invoice], prices: offered } },
      problems: { 'the net is down': offline },
    },
    judgePassword: {
      asks: { email: person.email, password: person.password },
      answers: { 'it may be chosen': undefined },
      problems: { 'the password is guessed first': wrongAt('/password') },
    },
    register: {
      asks: ({ context: { tier, paymentMethodId, prices } }) => ({
        ...person,
        productTier: tier,
        paymentMethodId: tier === 'Basic' ? null : paymentMethodId,
        ...(prices && { priceVersion: offered.version }),
      }),
      answers: { 'the link is on its way': { email: person.email, isKept: false } },
      problems: {
        'the address and a name are none': wrongAt('/email', '/firstName'),
        'the company is none': wrongAt('/companyName'),
        'this is not offered': wrongAt('/paymentMethodId'),
        'the prices changed': new ProblemError(problem('registration/prices-changed')),
        'a bug': bug,
      },
    },
    resendConfirmation: {
      asks: { email: person.email },
      answers: { 'it was sent again': undefined },
      problems: { 'the net went down': offline },
    },
  },
  drivers: {
    'user.wrote': [
      fills('email'),
      fills('password'),
      fills('firstName'),
      fills('lastName'),
      fills('companyName'),
      {
        ...writes('password', unfit),
        when: ({ context }) => context.written.password === fitting && context.written.firstName === '',
      },
    ],
    'user.toggledPassword': press('Show password'),
    'user.choseTier': [
      picksTier('Basic'),
      picksTier('Professional'),
      { ...picksTier('Enterprise'), when: ({ context: { tier, problem } }) => tier === 'Basic' && problem === null },
    ],
    'user.chosePayment': {
      ...pick('Invoice'),
      event: { type: 'user.chosePayment', paymentMethodId: 'invoice' },
      when: ({ context }) => context.paymentMethodId === null,
    },
    'user.continued': press('Continue'),
    'user.returned': press('Back'),
    'user.retried': press('Retry'),
    'user.submitted': press('Create account'),
    'user.cancelled': press('Cancel'),
    'user.requestedAgain': press('Send it again'),
  },
  assertions: {
    opening: 'passing',
    account: (snapshot) => sees(account, snapshot),
    judging: () => seesForm('Account', 'Checking your password…', true),
    details: (snapshot) => sees(details, snapshot),
    'product.recalling': 'passing',
    'product.loading': () => {
      seesForm('Product selection', 'Create account', false)
      expect(screen.getByRole('status').textContent).toBe('Loading the payment methods…')
    },
    'product.failed': () => seesForm('Product selection', 'Create account', false),
    'product.choosing': ({ context }) => {
      expect(screen.getByText(/^For companies that run integrations/).textContent).toContain(
        '$99.00 a month, including 100,000 records. Then $0.20',
      )
      seesForm('Product selection', 'Create account', false)
      const isFree = context.tier === 'Basic'
      expect(screen.queryByRole('radiogroup', { name: 'Payment method' }) === null, 'nothing is to be paid').toBe(isFree)
      const isWrong = !isFree && (context.problem?.errors?.some(({ path }) => path === '/paymentMethodId') ?? false)
      expect(screen.queryByText('Payment method what /paymentMethodId must be') !== null).toBe(isWrong)
    },
    submitting: () => seesForm('Product selection', 'Creating your account…', true),
    'registered.waiting': () => screen.getByText(new RegExp(`^We're sending a link to ${person.email}`)),
    'registered.resending': () =>
      expect(screen.getByRole('button', { name: 'Sending…' }).getAttribute('aria-disabled')).toBe('true'),
  },
  delays: {},
  // Which failure, plan or list it was changes nothing of what can be done next; what must be asked is told beside, in `registration.time.test.ts`.
  project: ({ written, tier, paymentMethodId, methods, problem, sentTo, isSentAgain }) => ({
    filled: [...account, ...details].filter((field) => written[field] !== '').length,
    unfit: written.password === unfit,
    offered: methods.length > 0,
    unpaid: tier !== 'Basic' && paymentMethodId === null,
    told: problem !== null,
    sent: sentTo !== null,
    again: isSentAgain,
  }),
  exits: [...frameExits, 'Sign in', 'Back to sign in'],
  invariants,
}

describe('a registration', () => {
  verifyShape(registrationMachine)
  verifyEveryEdge(registrationMachine, fixture)
})

function writes(field: RegistrationField, text: string) {
  const gesture = write(text, labels[field])
  const says = field === 'password' ? `write a password that ${text === fitting ? 'fits' : 'lacks a number'}` : gesture.says
  return { ...gesture, says, event: { type: 'user.wrote', field, text } as const, behind: isElsewhere(field) }
}

/** A field of another step stands on another page. */
function isElsewhere(field: RegistrationField) {
  return (snapshot: RegistrationSnapshot) =>
    (selectStep(snapshot) === 'account') !== (account as readonly RegistrationField[]).includes(field)
}

/** From the top to the bottom, so that the orders of the fields are one; what the server refused is written anew. */
function fills(field: RegistrationField) {
  const order = [...account, ...details]
  const above = order.slice(0, order.indexOf(field))
  return {
    ...writes(field, person[field]),
    when: ({ context: { written } }: RegistrationSnapshot) =>
      written[field] !== person[field] && above.every((each) => written[each] === person[each]),
  }
}

function picksTier(tier: ProductTier) {
  return {
    ...pick(tier),
    event: { type: 'user.choseTier', tier } as const,
    when: ({ context }: RegistrationSnapshot) => context.tier !== tier && context.problem === null,
  }
}

function sees(fields: readonly RegistrationField[], { context: { written, problem } }: RegistrationSnapshot) {
  seesForm(fields === account ? 'Account' : 'Additional details', 'Continue', false)
  for (const field of fields) {
    expect(fieldAt(labels[field]).value).toBe(written[field])
    const isWrong = problem?.errors?.some(({ path }) => path === `/${field}`) ?? false
    expect(faultAtField(labels[field])).toBe(isWrong ? `${labels[field]} what /${field} must be` : '')
  }
  if (problem === null) expect(alertText()).toBeNull()
}
