/** Joins the chart of a confirmation to its call. */
import { confirmationMachine } from '../../machines/auth/sign-up/confirmation.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { confirmAccount } from './confirmation.service.ts'

export const liveConfirmationMachine = confirmationMachine.provide({
  actors: { confirmAccount: actorFrom(({ token }, signal) => confirmAccount(token, signal)) },
})
