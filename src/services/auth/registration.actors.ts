/** Joins the chart of a sign-up to its calls, to the paths of its steps, and to what the tab keeps of it. */
import { fromCallback } from 'xstate'
import { confirmationResendMachine } from '../../machines/auth/sign-in/confirmation-resend.machine.ts'
import { blank, type Draft, type DraftEmitted, draftIn, type Step, type StepEmitted } from '../../machines/auth/sign-up/draft.ts'
import { registrationMachine } from '../../machines/auth/sign-up/registration.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { moveTo, watchPlace } from '../kit/location.ts'
import { fetchOffer, judgePassword, keepDraft, readDraft, register, resendConfirmation } from './registration.service.ts'

const paths: Readonly<Record<Step, string>> = {
  account: '/sign-up',
  details: '/sign-up/additional-details',
  product: '/sign-up/product-selection',
  success: '/sign-up/success',
}
const steps = Object.keys(paths) as Step[]

/** Any other path below begins at the beginning. */
const stepOf = (path: string): Step => steps.find((step) => paths[step] === path) ?? 'account'

export const liveRegistrationMachine = registrationMachine.provide({
  actors: {
    keepDraft: fromCallback<DraftEmitted, void>(({ receive }) => receive(({ draft }) => keepDraft(draft))),
    watchPlace: fromCallback<StepEmitted, void>(({ receive, sendBack }) => {
      receive(({ type, step }) => moveTo(paths[step], type === 'step.settled'))
      return watchPlace((path) => {
        if (Object.values(paths).includes(path)) sendBack({ type: 'browser.arrived', step: stepOf(path) })
      })
    }),
    fetchPaymentMethods: actorFrom((_, signal) => fetchOffer(signal)),
    judgePassword: actorFrom(judgePassword),
    register: actorFrom(register),
    resendConfirmation: actorFrom(async ({ email }, signal) => {
      await resendConfirmation(email, signal)
    }),
  },
})

export const liveConfirmationResend = confirmationResendMachine.provide({
  actors: { send: actorFrom(({ email }, signal) => resendConfirmation(email, signal)) },
})

/** How a sign-up opens at a path: what is done stands on the last page only, anywhere else another one begins. */
export function restoreRegistration(path: string): { readonly draft: Draft } {
  const draft = draftIn(readDraft())
  return { draft: draft.sentTo !== null && stepOf(path) !== 'success' ? blank : draft }
}
