import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { MfaSettings, RecoveryCode } from '#contract/auth/mfa.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { type MfaWizardActor, mfaWizardMachine } from './mfa-wizard.machine.ts'
import { type RecoveryCodesActor, recoveryCodesMachine } from './recovery-codes.machine.ts'

export const selectWizard = ({ children }: MfaSettingsSnapshot) => children['setUp'] as MfaWizardActor | undefined
export const selectProof = ({ children }: MfaSettingsSnapshot) => children['prove'] as StepUpActor | undefined
export const selectCodes = ({ children }: MfaSettingsSnapshot) => children['showCodes'] as RecoveryCodesActor | undefined

/** What a person does to a factor that is on. */
export type MfaAction = 'view' | 'generate' | 'disable'

export type MfaSettingsEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.enabled' }
  | { readonly type: 'user.planned'; readonly action: MfaAction }

type Context = {
  readonly settings: MfaSettings | null
  readonly action: MfaAction | null
  readonly codes: readonly RecoveryCode[]
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event

/** The second factor of the person: whether it is on, and what they do about it. */
export const mfaSettingsMachine = setup({
  types: { context: {} as Context, events: {} as MfaSettingsEvent, tags: {} as 'busy' },
  actors: {
    readSettings: unprovidedActor<MfaSettings, void>('readSettings'),
    setUp: mfaWizardMachine,
    prove: stepUpMachine,
    showCodes: recoveryCodesMachine,
  },
  guards: {
    isOn: ({ context }) => context.settings?.enabled === true,
    isOff: ({ context }) => context.settings?.enabled === false,
    isCancelled: (_, { output }: Proved) => output === null,
    isDisabling: ({ context }) => context.action === 'disable',
    wasSwitchedOn: (_, { output }: { readonly output: { readonly isEnabled: boolean } }) => output.isEnabled,
  },
  actions: {
    rememberSettings: assign((_, { settings }: { readonly settings: MfaSettings }) => ({ settings, problem: null })),
    rememberProblem: assign(keepProblem),
    plan: assign((_, { action }: { readonly action: MfaAction }) => ({ action, problem: null })),
    rememberCodes: assign((_, { output }: Proved) => ({ codes: (output?.result ?? []) as readonly RecoveryCode[] })),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    forget: assign({ action: null, codes: [] }),
    announceOn: () => {},
    announceOff: () => {},
  },
}).createMachine({
  id: 'mfa-settings',
  context: { settings: null, action: null, codes: [], problem: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'forget',
      invoke: {
        id: 'readSettings',
        src: 'readSettings',
        onDone: { target: 'showing', actions: { type: 'rememberSettings', params: ({ event }) => ({ settings: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': 'loading' } },
    showing: {
      on: {
        'user.enabled': { guard: 'isOff', target: 'settingUp' },
        'user.planned': { guard: 'isOn', target: 'proving', actions: { type: 'plan', params: ({ event }) => event } },
      },
    },
    settingUp: {
      invoke: {
        id: 'setUp',
        src: 'setUp',
        onDone: [
          { guard: { type: 'wasSwitchedOn', params: ({ event }) => event }, target: 'loading', actions: 'announceOn' },
          { target: 'loading' },
        ],
        onError: 'loading',
      },
    },
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: context.action }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'showing', actions: 'forget' },
          { guard: 'isDisabling', target: 'loading', actions: 'announceOff' },
          { target: 'storing', actions: { type: 'rememberCodes', params: proved } },
        ],
        onError: {
          target: 'showing',
          actions: ['forget', { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) }],
        },
      },
    },
    storing: {
      invoke: {
        id: 'showCodes',
        src: 'showCodes',
        input: ({ context }) => ({ codes: context.codes, areNew: context.action === 'generate' }),
        onDone: 'loading',
        onError: 'loading',
      },
    },
  },
})

export type MfaSettingsActor = ActorRefFrom<typeof mfaSettingsMachine>
export type MfaSettingsSnapshot = SnapshotFrom<typeof mfaSettingsMachine>
