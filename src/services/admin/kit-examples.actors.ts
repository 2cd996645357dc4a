/** Machines of the kit as the page of the kit shows them: they keep an example and call nobody. */
import { fromPromise } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { confirmedActionMachine, type PlannedAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { oneTimeCodeMachine } from '#src/machines/kit/one-time-code.machine.ts'
import { type Section, settingsSectionMachine } from '#src/machines/kit/settings-section.machine.ts'
import { type ProvedRequest, stepUpMachine } from '#src/machines/kit/step-up.machine.ts'

export const exampleAction = confirmedActionMachine.provide({
  actors: { act: fromPromise<unknown, PlannedAction>(async () => null) },
})

export const exampleStepUp = stepUpMachine.provide({ actors: { perform: fromPromise<unknown, ProvedRequest>(async () => null) } })

export const exampleCode = oneTimeCodeMachine.provide({
  actors: {
    verifyCode: fromPromise(() => Promise.reject(refusal('mfa/code-wrong'))),
    resendCode: fromPromise(async () => 30_000),
  },
})

export const exampleSection = (value: Section['value']) =>
  settingsSectionMachine.provide({
    actors: {
      readSection: fromPromise(async () => ({ value, revision: 1 })),
      saveSection: fromPromise(async ({ input }: { readonly input: Section }) => input),
    },
  })
