import { type ActorRefFrom, assign, setup } from 'xstate'

import type { RecoveryCode } from '#contract/auth/mfa.ts'

export type RecoveryCodesEvent =
  | { readonly type: 'user.copied' }
  | { readonly type: 'user.downloaded' }
  | { readonly type: 'user.printed' }
  | { readonly type: 'user.turnedStored' }
  | { readonly type: 'user.finished' }

type Input = {
  readonly codes: readonly RecoveryCode[]
  /** Whether the codes are new, and so have to be stored before they are left. */
  readonly areNew: boolean
}

type Codes = Pick<Input, 'codes'>
const codesOf = ({ context: { codes } }: { readonly context: Codes }): Codes => ({ codes })

/** Recovery codes on the screen. New ones are left once the person says that they have stored them. */
export const recoveryCodesMachine = setup({
  types: {
    context: {} as Input & { readonly areStored: boolean },
    events: {} as RecoveryCodesEvent,
    input: {} as Input,
  },
  guards: {
    areNew: ({ context }) => context.areNew,
    mayLeave: ({ context }) => !context.areNew || context.areStored,
  },
  actions: {
    copyCodes: (_, _params: Codes) => {},
    saveCodes: (_, _params: Codes) => {},
    printCodes: (_, _params: Codes) => {},
    turnStored: assign(({ context }) => ({ areStored: !context.areStored })),
  },
}).createMachine({
  id: 'recovery-codes',
  context: ({ input }) => ({ ...input, areStored: false }),
  initial: 'showing',
  states: {
    showing: {
      on: {
        'user.copied': { actions: { type: 'copyCodes', params: codesOf } },
        'user.downloaded': { actions: { type: 'saveCodes', params: codesOf } },
        'user.printed': { actions: { type: 'printCodes', params: codesOf } },
        'user.turnedStored': { guard: 'areNew', actions: 'turnStored' },
        'user.finished': { guard: 'mayLeave', target: 'finished' },
      },
    },
    finished: { type: 'final' },
  },
})

export type RecoveryCodesActor = ActorRefFrom<typeof recoveryCodesMachine>
