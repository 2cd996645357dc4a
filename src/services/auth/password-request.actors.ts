/** Joins the chart of a forgotten password to its call. */
import { passwordRequestMachine } from '../../machines/auth/reset/password-request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { requestReset } from './password-request.service.ts'

export const livePasswordRequestMachine = passwordRequestMachine.provide({
  actors: { requestReset: actorFrom(({ email }, signal) => requestReset(email, signal)) },
})
