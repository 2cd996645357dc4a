import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { type OneTimeCodeActor, oneTimeCodeMachine } from '../../kit/one-time-code.machine.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'

export const selectProof = ({ children }: PhoneVerificationSnapshot) => children['prove'] as StepUpActor | undefined
export const selectCode = ({ children }: PhoneVerificationSnapshot) => children['enterCode'] as OneTimeCodeActor | undefined

export type PhoneVerificationEvent = { readonly type: 'user.asked' } | { readonly type: 'user.left' }

/** How long the code may take: milliseconds, and when they are over, by the local clock. */
export type SentCode = {
  /** Nothing is set up that could send it. */
  readonly isKept: boolean
  readonly lifetime: number
  readonly until: string
}

type Input = {
  /** The number as it is saved; empty where there is none. */
  readonly phone: string
}

type Context = Input & {
  readonly isPhoneMissing: boolean
  readonly sent: SentCode | null
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event
const rememberFailure = {
  type: 'rememberFailure',
  params: ({ event }: { readonly event: { readonly error: unknown } }) => ({ problem: toProblem(event.error) }),
} as const

/** Proves the saved phone number: the person proves themselves, a code goes to the number, and they write it down here. */
export const phoneVerificationMachine = setup({
  types: { context: {} as Context, events: {} as PhoneVerificationEvent, input: {} as Input },
  actors: { prove: stepUpMachine, enterCode: oneTimeCodeMachine },
  guards: {
    hasNoPhone: ({ context }) => context.phone === '',
    isCancelled: (_, { output }: Proved) => output === null,
  },
  actions: {
    tellMissing: assign({ isPhoneMissing: true }),
    forgetProblem: assign({ problem: null }),
    rememberSent: assign((_, { output }: Proved) => ({ sent: output?.result as SentCode })),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    forgetSent: assign({ sent: null }),
    /** Says it, and has the profile read again. */
    announceVerified: () => {},
  },
}).createMachine({
  id: 'phone-verification',
  context: ({ input }) => ({ ...input, isPhoneMissing: false, sent: null, problem: null }),
  initial: 'closed',
  states: {
    closed: {
      entry: 'forgetSent',
      on: {
        'user.asked': [
          { guard: 'hasNoPhone', actions: 'tellMissing' },
          { target: 'proving', actions: 'forgetProblem' },
        ],
      },
    },
    /** The password, for whoever holds a stolen session must not add a number. The code is sent with it. */
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: context.phone }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'closed' },
          { target: 'verifying', actions: { type: 'rememberSent', params: proved } },
        ],
        onError: { target: 'closed', actions: rememberFailure },
      },
    },
    verifying: {
      on: { 'user.left': 'closed' },
      invoke: {
        id: 'enterCode',
        src: 'enterCode',
        input: ({ context }) => {
          const { lifetime, until } = known(context.sent, 'sent')
          return { subject: context.phone, isSent: true, lifetime, until }
        },
        onDone: { target: 'closed', actions: 'announceVerified' },
        onError: { target: 'closed', actions: rememberFailure },
      },
    },
  },
})

export type PhoneVerificationActor = ActorRefFrom<typeof phoneVerificationMachine>
export type PhoneVerificationSnapshot = SnapshotFrom<typeof phoneVerificationMachine>
