import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { MfaMethod, RecoveryCode } from '#contract/auth/mfa.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { type OneTimeCodeActor, oneTimeCodeMachine } from '../../kit/one-time-code.machine.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'
import { type RecoveryCodesActor, recoveryCodesMachine } from './recovery-codes.machine.ts'

export type MfaWizardEvent =
  | { readonly type: 'user.choseMethod'; readonly method: MfaMethod }
  | { readonly type: 'user.continued' }
  | { readonly type: 'user.wentBack' }
  | { readonly type: 'user.copiedSecret' }
  | { readonly type: 'user.left' }

/** A setup that waits for its first code. */
export type MfaSetup = {
  readonly method: MfaMethod
  /** Of an authenticator: a picture as a data URL, and what it says; null of the others. */
  readonly qrCode: string | null
  readonly secret: string | null
  /** Where the code went, masked; null of an authenticator. */
  readonly target: string | null
  /** Nothing is set up that could send the code. */
  readonly isKept: boolean
  /** Milliseconds, and when they are over, by the local clock. */
  readonly lifetime: number
  readonly until: string
}

/** What the server said to the method: a setup, or why there can be none yet. */
export type SetupResult = MfaSetup | { readonly phoneNeeded: string }

type Context = {
  readonly method: MfaMethod
  readonly setup: MfaSetup | null
  /** What the server says while a phone number is missing. */
  readonly phoneNeeded: string | null
  readonly codes: readonly RecoveryCode[]
  readonly isEnabled: boolean
  readonly problem: Problem | null
}

const setupResultOf = (output: { readonly result: unknown } | null) => output?.result as SetupResult | undefined
const hasEnded = ({ event }: { readonly event: { readonly output: { readonly result: unknown } | null } }) => ({
  begun: setupResultOf(event.output),
})

/** Switches the second factor on in three steps: the method, its first code, the recovery codes. */
export const mfaWizardMachine = setup({
  types: { context: {} as Context, events: {} as MfaWizardEvent, output: {} as { readonly isEnabled: boolean } },
  actors: { prove: stepUpMachine, enterCode: oneTimeCodeMachine, showCodes: recoveryCodesMachine },
  guards: {
    isSetup: (_, { begun }: { readonly begun: SetupResult | undefined }) => begun !== undefined && 'method' in begun,
    needsPhone: (_, { begun }: { readonly begun: SetupResult | undefined }) => begun !== undefined && 'phoneNeeded' in begun,
    hasSecret: ({ context }) => context.setup?.secret != null,
  },
  actions: {
    chooseMethod: assign((_, { method }: { readonly method: MfaMethod }) => ({ method, phoneNeeded: null, problem: null })),
    rememberSetup: assign((_, { begun }: { readonly begun: SetupResult | undefined }) => ({
      setup: begun as MfaSetup,
      phoneNeeded: null,
    })),
    rememberPhone: assign((_, { begun }: { readonly begun: SetupResult | undefined }) => ({
      phoneNeeded: begun !== undefined && 'phoneNeeded' in begun ? begun.phoneNeeded : null,
    })),
    rememberCodes: assign((_, { codes }: { readonly codes: readonly string[] }) => ({
      ...{ codes: codes.map((code) => ({ code, usedAt: null })), setup: null, isEnabled: true },
    })),
    forgetSetup: assign({ setup: null }),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem, setup: null })),
    forgetProblem: assign({ problem: null, phoneNeeded: null }),
    copySecret: (_, _params: { readonly secret: string }) => {},
  },
}).createMachine({
  id: 'mfa-wizard',
  context: { method: 'app', setup: null, phoneNeeded: null, codes: [], isEnabled: false, problem: null },
  output: ({ context }) => ({ isEnabled: context.isEnabled }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'user.choseMethod': { actions: { type: 'chooseMethod', params: ({ event }) => event } },
        'user.continued': 'proving',
        'user.left': 'left',
      },
    },
    /** The password, for whoever holds a stolen session must not add a factor. */
    proving: {
      entry: 'forgetProblem',
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: context.method }),
        onDone: [
          {
            guard: { type: 'isSetup', params: hasEnded },
            target: 'verifying',
            actions: { type: 'rememberSetup', params: hasEnded },
          },
          {
            guard: { type: 'needsPhone', params: hasEnded },
            target: 'choosing',
            actions: { type: 'rememberPhone', params: hasEnded },
          },
          { target: 'choosing' },
        ],
        onError: {
          target: 'choosing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    verifying: {
      on: {
        'user.wentBack': { target: 'choosing', actions: 'forgetSetup' },
        'user.copiedSecret': {
          guard: 'hasSecret',
          actions: { type: 'copySecret', params: ({ context }) => ({ secret: context.setup?.secret ?? '' }) },
        },
      },
      invoke: {
        id: 'enterCode',
        src: 'enterCode',
        input: ({ context }) => {
          const { method: subject, target, lifetime, until } = known(context.setup, 'setup')
          return { subject, isSent: target !== null, lifetime, until }
        },
        onDone: {
          target: 'storing',
          actions: { type: 'rememberCodes', params: ({ event }) => ({ codes: event.output.result as readonly string[] }) },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    storing: {
      invoke: {
        id: 'showCodes',
        src: 'showCodes',
        input: ({ context }) => ({ codes: context.codes, areNew: true }),
        onDone: 'left',
        onError: 'left',
      },
    },
    left: { type: 'final' },
  },
})

export type MfaWizardActor = ActorRefFrom<typeof mfaWizardMachine>
export type MfaWizardSnapshot = SnapshotFrom<typeof mfaWizardMachine>

/** Counted from 0, as the specification counts the steps. */
export function selectStep(snapshot: MfaWizardSnapshot): 0 | 1 | 2 {
  if (snapshot.matches('verifying')) return 1
  return snapshot.matches('storing') || snapshot.matches('left') ? 2 : 0
}
export const selectProof = ({ children }: MfaWizardSnapshot) => children['prove'] as StepUpActor | undefined
export const selectCode = ({ children }: MfaWizardSnapshot) => children['enterCode'] as OneTimeCodeActor | undefined
export const selectCodes = ({ children }: MfaWizardSnapshot) => children['showCodes'] as RecoveryCodesActor | undefined
