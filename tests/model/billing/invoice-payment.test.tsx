import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import { invoicePaymentMachine } from '#src/machines/billing/invoice-payment.machine.ts'
import { PaymentDialog } from '#src/views/billing/payments/PaymentDialog.tsx'
import { choose, press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const card = (id: string, last4: string): PaymentMethod => ({
  ...{ id, type: 'card', created: 0, isTest: true, billing_details: { name: 'Ada', email: 'a@example.test' } },
  card: { brand: 'visa', last4, exp_month: 1, exp_year: 2030 },
})
const methods = [card('a', '4242'), card('b', '0002')]
const invoice = { id: 'i', number: 'INV-2026-0007' }
const declined = { failure: 'Insufficient funds', needsConfirmation: false }

const fixture: Fixture<typeof invoicePaymentMachine> = {
  view: (actor) => (
    <>
      <button type="button" onClick={() => actor.send({ type: 'user.opened', invoice, methodId: 'a' })}>
        Open
      </button>
      <button type="button" onClick={() => actor.send({ type: 'user.opened', invoice, methodId: '' })}>
        Open without a card
      </button>
      <PaymentDialog actor={actor} methods={methods} />
    </>
  ),
  inputs: { 'an invoice that failed': undefined },
  answers: {
    pay: {
      asks: ({ context: { methodId, isConfirmed } }) => ({ id: invoice.id, methodId, isConfirmed }),
      answers: {
        'it is paid': { failure: null, needsConfirmation: false },
        'it is declined': declined,
        'the bank asks': { failure: 'Confirm it', needsConfirmation: true },
      },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.opened': [
      { ...press('Open'), event: { type: 'user.opened', invoice, methodId: 'a' } },
      { ...press('Open without a card'), event: { type: 'user.opened', invoice, methodId: '' } },
    ],
    'user.chose': { ...choose('Visa ••0002', 'Card'), event: { type: 'user.chose', methodId: 'b' } },
    'user.paid': press('Pay Invoice'),
    'user.confirmed': press('Confirm'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    choosing: ({ context: { failure } }) => {
      screen.getByRole('dialog', { name: 'Pay invoice INV-2026-0007' })
      expect(screen.queryByText(/was declined/) === null).toBe(failure === null)
    },
    paying: () => screen.getByRole('button', { name: 'Working…' }),
    confirming: () => screen.getByRole('dialog', { name: 'Confirm the payment' }),
  },
  delays: {},
  project: ({ invoice: it, methodId, isConfirmed, failure, problem }) => ({
    ...{ of: it?.number ?? null, methodId, isConfirmed, failure, told: problem?.code ?? null },
  }),
  invariants: {
    'what went wrong is said': {
      when: ({ after }) => after.matches('choosing'),
      holds: ({ after }) => expect(alertText() === null).toBe(after.context.problem === null),
    },
  },
}

describe('the payment of an invoice', () => {
  verifyShape(invoicePaymentMachine)
  verifyEveryEdge(invoicePaymentMachine, fixture)
})
