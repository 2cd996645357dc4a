/** Joins the chart of a confirmation to its call. */

import { registrationEndpoints } from '#contract/auth/registration.ts'
import { confirmationMachine } from '../../machines/auth/sign-up/confirmation.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { call, once } from '../kit/api-client.ts'

/** Confirms an account with the token of its email. */
async function confirmAccount(token: string, signal: AbortSignal): Promise<void> {
  await call(registrationEndpoints.confirm, { body: { token }, signal, patience: once })
}

export const liveConfirmationMachine = confirmationMachine.provide({
  actors: { confirmAccount: actorFrom(({ token }, signal) => confirmAccount(token, signal)) },
})
