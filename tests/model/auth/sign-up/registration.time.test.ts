/** What edges cannot say of a sign-up: its limits, the exact bodies, what is kept and where the browser is led. */
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { PaymentOption, Registration, SignUpOffer } from '#contract/auth/registration.ts'
import { blank, type Draft, type DraftEmitted, draftIn, type Sent, type StepEmitted } from '#src/machines/auth/sign-up/draft.ts'
import type { RegistrationField } from '#src/machines/auth/sign-up/registration.events.ts'
import { registrationMachine, selectStep } from '#src/machines/auth/sign-up/registration.machine.ts'
import { pass } from '../../kit/clock.ts'
import { offered } from '../../kit/samples/public-pages.ts'

const typed: Readonly<Record<RegistrationField, string>> = {
  email: ' ada@example.test ',
  password: ' Correct-horse-9 ',
  firstName: ' Ada ',
  lastName: ' Lovelace ',
  companyName: ' Analytical Engines ',
}
const invoice: PaymentOption = { id: 'invoice', type: 'invoice', name: 'Invoice', description: '' }

type Answers = {
  readonly draft?: Draft
  readonly offer?: () => Promise<SignUpOffer>
  readonly register?: (asked: Registration, signal: AbortSignal) => Promise<Sent>
  readonly resend?: (email: string, signal: AbortSignal) => Promise<void>
}

/** A sign-up whose ports keep what they are told. */
function open({
  draft = blank,
  offer = async () => ({ paymentMethods: [invoice], prices: offered }),
  register,
  resend,
}: Answers = {}) {
  const clock = new SimulatedClock()
  const drafts: Draft[] = []
  const places: string[] = []
  const machine = registrationMachine.provide({
    actors: {
      keepDraft: fromCallback<DraftEmitted, void>(({ receive }) => receive((told) => drafts.push(told.draft))),
      watchPlace: fromCallback<StepEmitted, void>(({ receive }) =>
        receive(({ type, step }) => places.push(`${type === 'step.reached' ? 'to' : 'as'} ${step}`)),
      ),
      fetchPaymentMethods: fromPromise<SignUpOffer, void>(offer),
      judgePassword: fromPromise<void, Pick<Registration, 'email' | 'password'>>(async () => {}),
      register: fromPromise<Sent, Registration>(
        ({ input, signal }) => register?.(input, signal) ?? Promise.resolve({ email: input.email, isKept: true }),
      ),
      resendConfirmation: fromPromise<void, { readonly email: string }>(
        ({ input, signal }) => resend?.(input.email, signal) ?? Promise.resolve(),
      ),
    },
  })
  const actor = createActor(machine, { clock, input: { draft } }).start()
  const write = (...fields: readonly RegistrationField[]) => {
    for (const field of fields) actor.send({ type: 'user.wrote', field, text: typed[field] })
  }
  const toProduct = async () => {
    write('email', 'password')
    actor.send({ type: 'user.continued' })
    await pass(clock, 0)
    write('firstName', 'lastName', 'companyName')
    actor.send({ type: 'user.continued' })
    await pass(clock, 0)
  }
  return { actor, clock, drafts, places, write, toProduct }
}

const recordIn = (asked: Registration[]) => async (it: Registration) => {
  asked.push(it)
  return { email: it.email, isKept: false }
}

it('sends the body of the contract: names without blanks, the password as it was typed, the plan and how it is paid', async () => {
  const asked: Registration[] = []
  const { actor, clock, toProduct } = open({ register: recordIn(asked) })
  await toProduct()
  actor.send({ type: 'user.choseTier', tier: 'Enterprise' })
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(false)
  actor.send({ type: 'user.chosePayment', paymentMethodId: 'invoice' })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  expect(asked).toEqual([
    {
      email: 'ada@example.test',
      password: ' Correct-horse-9 ',
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyName: 'Analytical Engines',
      productTier: 'Enterprise',
      paymentMethodId: 'invoice',
      priceVersion: offered.version,
    },
  ])
  expect(actor.getSnapshot().value).toEqual({ registered: 'waiting' })
})

it('pays by nothing that is offered no more', async () => {
  const asked: Registration[] = []
  const kept = { ...blank, paymentMethodId: 'of last year' }
  const { actor, clock, toProduct } = open({ draft: kept, register: recordIn(asked) })
  await toProduct()
  actor.send({ type: 'user.choseTier', tier: 'Professional' })
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(false)
  actor.send({ type: 'user.choseTier', tier: 'Basic' })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  expect(asked.map(({ paymentMethodId }) => paymentMethodId)).toEqual([null])
})

it('keeps what was typed, never the password, and of a sign-up that is done only where the link went', async () => {
  const { actor, clock, drafts, toProduct } = open()
  await toProduct()
  actor.send({ type: 'user.choseTier', tier: 'Professional' })
  actor.send({ type: 'user.chosePayment', paymentMethodId: 'invoice' })
  const { password: _, ...kept } = typed
  expect(drafts.at(-1)).toEqual({ ...kept, productTier: 'Professional', paymentMethodId: 'invoice', sentTo: null, isKept: false })
  expect(JSON.stringify(drafts)).not.toContain('Correct-horse')
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  expect(drafts.at(-1)).toEqual({ ...blank, sentTo: 'ada@example.test', isKept: true })
})

it('opens with what was kept, asks for the password, and goes on', async () => {
  const { actor, clock, places, write } = open({ draft: { ...blank, email: 'ada@example.test', firstName: 'Ada' } })
  expect(actor.getSnapshot().context).toMatchObject({ isResumed: true, written: { email: 'ada@example.test', firstName: 'Ada' } })
  expect(places).toEqual(['as account'])
  write('password')
  actor.send({ type: 'user.continued' })
  await pass(clock, 0)
  expect(selectStep(actor.getSnapshot())).toBe('details')
})

it.each([[null], ['draft'], [7], [{ email: 7, productTier: 'Gold', sentTo: false, password: 'x' }]])(
  'reads %j, which nobody kept, as blank',
  (kept) => expect(draftIn(kept)).toEqual(blank),
)

it('goes forward to new places, and settles wherever the browser arrives', async () => {
  const { actor, clock, places, toProduct } = open()
  await toProduct()
  actor.send({ type: 'browser.arrived', step: 'details' })
  actor.send({ type: 'user.wrote', field: 'companyName', text: '' })
  actor.send({ type: 'browser.arrived', step: 'product' })
  expect(selectStep(actor.getSnapshot()), 'what is incomplete comes first').toBe('details')
  actor.send({ type: 'user.wrote', field: 'companyName', text: 'Engines' })
  actor.send({ type: 'browser.arrived', step: 'success' })
  expect(selectStep(actor.getSnapshot()), 'nothing was sent yet').toBe('product')
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  actor.send({ type: 'browser.arrived', step: 'product' })
  expect(selectStep(actor.getSnapshot()), 'what is done stays done').toBe('success')
  expect(places).toEqual([
    'as account',
    'to details',
    'to product',
    'as details',
    'as details',
    'as product',
    'as success',
    'as success',
  ])
})
