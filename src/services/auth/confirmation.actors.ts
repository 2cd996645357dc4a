/** Joins the chart of a confirmation to its call. */
import { confirmationMachine } from '../machines/confirmation/confirmation.machine.ts'
import { confirmAccount } from '../services/confirmation.service.ts'
import { port } from './port.ts'

export const liveConfirmationMachine = confirmationMachine.provide({
  actors: { confirmAccount: port(({ token }, signal) => confirmAccount(token, signal)) },
})
