import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import { freeTier, type ProductTier, type Registration, type SignUpOffer } from '#contract/auth/registration.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../../kit/field-fault.ts'
import { isEmailLike } from '../../kit/is-email-like.ts'
import { known } from '../../kit/known.ts'
import { failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import type { Draft, DraftEmitted, Sent, Step, StepEmitted } from './draft.ts'
import { accountFits, type Context, contextOf, detailsFit, draftOf, isAbout } from './registration.context.ts'
import type { RegistrationEvent, RegistrationField } from './registration.events.ts'

export const selectStep = (snapshot: RegistrationSnapshot): Step => {
  if (snapshot.matches('registered')) return 'success'
  if (snapshot.matches('product') || snapshot.matches('submitting')) return 'product'
  return snapshot.matches('details') ? 'details' : 'account'
}

export const selectWritten = (snapshot: RegistrationSnapshot) => snapshot.context.written
/** What is typed as an email address cannot be one. */
export const selectIsEmailBad = ({ context: { written } }: RegistrationSnapshot) =>
  written.email.trim() !== '' && !isEmailLike(written.email)
export const selectTier = (snapshot: RegistrationSnapshot) => snapshot.context.tier
/** There is nothing to choose from, and it was asked for. */
export const selectIsNothingOffered = (snapshot: RegistrationSnapshot) =>
  snapshot.matches({ product: 'choosing' }) && snapshot.context.methods.length === 0

/** What the server said of a field; undefined when nothing. */
export const selectFault = (field: RegistrationField | 'productTier' | 'paymentMethodId') => (snapshot: RegistrationSnapshot) =>
  faultAt(snapshot.context.problem, `/${field}`)

/** From an address and a password to a company whose first person has a link to confirm. `core-platform.md` section 2, threat T-REG. */
export const registrationMachine = setup({
  types: { context: {} as Context, events: {} as RegistrationEvent, input: {} as { readonly draft: Draft }, tags: {} as 'busy' },
  actors: {
    /** A browser that keeps nothing costs the next load its draft, not this one. */
    keepDraft: unprovidedCallbackActor<void, DraftEmitted>('keepDraft'),
    watchPlace: unprovidedCallbackActor<void, StepEmitted>('watchPlace'),
    fetchPaymentMethods: unprovidedActor<SignUpOffer, void>('fetchPaymentMethods'),
    judgePassword: unprovidedActor<void, Pick<Registration, 'email' | 'password'>>('judgePassword'),
    register: unprovidedActor<Sent, Registration>('register'),
    resendConfirmation: unprovidedActor<void, { readonly email: string }>('resendConfirmation'),
  },
  guards: {
    accountIsWritten: ({ context }) => accountFits(context),
    detailsAreWritten: ({ context }) => detailsFit(context),
    paymentIsSettled: ({ context: { tier, methods, paymentMethodId } }) =>
      tier === freeTier || methods.some(({ id }) => id === paymentMethodId),
    planIsPaid: ({ context }) => context.tier !== freeTier,
    methodsAreRead: ({ context }) => context.methods.length > 0,
    productIsOpen: ({ context }, { step }: { readonly step: Step }) =>
      (step === 'product' || step === 'success') && accountFits(context) && detailsFit(context),
    detailsAreOpen: ({ context }, { step }: { readonly step: Step }) => step !== 'account' && accountFits(context),
    linkWasSent: ({ context }) => context.sentTo !== null,
    pricesChanged: (_, { thrown }: { readonly thrown: unknown }) => toProblem(thrown).code === 'registration/prices-changed',
    isAbout: (_, params: { readonly thrown: unknown; readonly step: 'account' | 'details' }) =>
      isAbout(params.thrown, params.step),
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: RegistrationField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    rememberTier: assign((_, { tier }: { readonly tier: ProductTier }) => ({ tier })),
    rememberPayment: assign(({ context }, { paymentMethodId }: { readonly paymentMethodId: string }) => ({
      paymentMethodId,
      problem: withoutFault(context.problem, '/paymentMethodId'),
    })),
    rememberOffer: assign((_, { paymentMethods, prices }: SignUpOffer) => ({ methods: paymentMethods, prices })),
    rememberMethodsProblem: assign((_, { problem }: { readonly problem: Problem }) => ({ methodsProblem: problem })),
    forgetMethodsProblem: assign({ methodsProblem: null }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    togglePassword: assign(({ context }) => ({ isPasswordShown: !context.isPasswordShown })),
    rememberSent: assign(({ context }, { email, isKept }: Sent) => ({
      sentTo: email,
      isKept,
      written: { ...context.written, password: '' },
      isPasswordShown: false,
    })),
    rememberSentAgain: assign({ isSentAgain: true }),
    forgetSentAgain: assign({ isSentAgain: false }),
    tellDraft: sendTo('keepDraft', ({ context }) => ({ type: 'draft.changed', draft: draftOf(context) })),
    tellReached: sendTo('watchPlace', (_, { step }: { readonly step: Step }) => ({ type: 'step.reached', step })),
    tellSettled: sendTo('watchPlace', (_, { step }: { readonly step: Step }) => ({ type: 'step.settled', step })),
  },
}).createMachine({
  id: 'registration',
  context: ({ input }) => contextOf(input.draft),
  invoke: [
    { id: 'keepDraft', src: 'keepDraft', onError: {} },
    { id: 'watchPlace', src: 'watchPlace', onError: {} },
  ],
  on: {
    'browser.arrived': [
      {
        guard: { type: 'productIsOpen', params: ({ event }) => event },
        target: '.product',
        actions: { type: 'tellSettled', params: { step: 'product' } },
      },
      {
        guard: { type: 'detailsAreOpen', params: ({ event }) => event },
        target: '.details',
        actions: { type: 'tellSettled', params: { step: 'details' } },
      },
      { target: '.account', actions: { type: 'tellSettled', params: { step: 'account' } } },
    ],
  },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'linkWasSent', target: 'registered', actions: { type: 'tellSettled', params: { step: 'success' } } },
        // The password is never kept, so a page that is loaded again begins with it.
        { target: 'account', actions: { type: 'tellSettled', params: { step: 'account' } } },
      ],
    },
    account: {
      on: {
        'user.wrote': { actions: [{ type: 'remember', params: ({ event }) => event }, 'tellDraft'] },
        'user.toggledPassword': { actions: 'togglePassword' },
        'user.continued': { guard: 'accountIsWritten', target: 'judging' },
      },
    },
    /** A password that would be refused at the end is refused here. */
    judging: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'judgePassword',
        src: 'judgePassword',
        input: ({ context: { written } }) => ({ email: written.email.trim(), password: written.password }),
        onDone: { target: 'details', actions: { type: 'tellReached', params: { step: 'details' } } },
        onError: { target: 'account', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'account' },
    },
    details: {
      on: {
        'user.wrote': { actions: [{ type: 'remember', params: ({ event }) => event }, 'tellDraft'] },
        'user.continued': {
          guard: 'detailsAreWritten',
          target: 'product',
          actions: { type: 'tellReached', params: { step: 'product' } },
        },
        'user.returned': { target: 'account', actions: { type: 'tellReached', params: { step: 'account' } } },
      },
    },
    product: {
      on: {
        'user.choseTier': { actions: [{ type: 'rememberTier', params: ({ event }) => event }, 'tellDraft'] },
        'user.returned': { target: 'details', actions: { type: 'tellReached', params: { step: 'details' } } },
        'user.submitted': { guard: 'paymentIsSettled', target: 'submitting' },
      },
      initial: 'recalling',
      states: {
        recalling: { always: [{ guard: 'methodsAreRead', target: 'choosing' }, { target: 'loading' }] },
        loading: {
          tags: 'busy',
          entry: 'forgetMethodsProblem',
          invoke: {
            id: 'fetchPaymentMethods',
            src: 'fetchPaymentMethods',
            onDone: {
              target: 'choosing',
              actions: { type: 'rememberOffer', params: ({ event }) => event.output },
            },
            onError: {
              target: 'failed',
              actions: { type: 'rememberMethodsProblem', params: failure },
            },
          },
        },
        failed: { on: { 'user.retried': 'loading' } },
        choosing: {
          on: {
            'user.chosePayment': {
              guard: 'planIsPaid',
              actions: [{ type: 'rememberPayment', params: ({ event }) => event }, 'tellDraft'],
            },
          },
        },
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context: { written, tier, methods, paymentMethodId, prices } }) => ({
          email: written.email.trim(),
          password: written.password,
          firstName: written.firstName.trim(),
          lastName: written.lastName.trim(),
          companyName: written.companyName.trim(),
          productTier: tier,
          // What was kept from another day may be offered no more.
          paymentMethodId: tier === freeTier ? null : (methods.find(({ id }) => id === paymentMethodId)?.id ?? null),
          // Only what was shown was agreed to.
          ...(prices && { priceVersion: prices.version }),
        }),
        onDone: {
          target: 'registered',
          actions: [
            { type: 'rememberSent', params: ({ event }) => event.output },
            'tellDraft',
            { type: 'tellSettled', params: { step: 'success' } },
          ],
        },
        onError: [
          {
            guard: { type: 'isAbout', params: ({ event }) => ({ thrown: event.error, step: 'account' }) },
            target: 'account',
            actions: [rememberProblem, { type: 'tellReached', params: { step: 'account' } }],
          },
          {
            guard: { type: 'isAbout', params: ({ event }) => ({ thrown: event.error, step: 'details' }) },
            target: 'details',
            actions: [rememberProblem, { type: 'tellReached', params: { step: 'details' } }],
          },
          // What was shown costs something else by now: it is read again.
          {
            guard: { type: 'pricesChanged', params: ({ event }) => ({ thrown: event.error }) },
            target: 'product.loading',
            actions: rememberProblem,
          },
          { target: 'product', actions: rememberProblem },
        ],
      },
      on: { 'user.cancelled': 'product' },
    },
    registered: {
      // A sign-up that is done is not opened again by going back.
      on: { 'browser.arrived': { actions: { type: 'tellSettled', params: { step: 'success' } } } },
      initial: 'waiting',
      states: {
        waiting: { on: { 'user.requestedAgain': 'resending' } },
        resending: {
          tags: 'busy',
          entry: ['forgetProblem', 'forgetSentAgain'],
          invoke: {
            id: 'resendConfirmation',
            src: 'resendConfirmation',
            input: ({ context }) => ({ email: known(context.sentTo, 'sentTo') }),
            onDone: { target: 'waiting', actions: 'rememberSentAgain' },
            onError: { target: 'waiting', actions: rememberProblem },
          },
          on: { 'user.cancelled': 'waiting' },
        },
      },
    },
  },
})

export type RegistrationActor = ActorRefFrom<typeof registrationMachine>
export type RegistrationSnapshot = SnapshotFrom<typeof registrationMachine>
