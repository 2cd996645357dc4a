/** Joins the chart of a forgotten password to its call. */

import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import { passwordRequestMachine } from '../../machines/auth/reset/password-request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { call, once } from '../kit/api-client.ts'

/** Has a link sent, or only kept where nothing is set up that could send it; the answer is the same for every address. */
const requestReset = (email: string, signal: AbortSignal): Promise<{ readonly isKept: boolean }> =>
  call(passwordResetEndpoints.request, { body: { email }, signal, patience: once })

export const livePasswordRequestMachine = passwordRequestMachine.provide({
  actors: { requestReset: actorFrom(({ email }, signal) => requestReset(email, signal)) },
})
