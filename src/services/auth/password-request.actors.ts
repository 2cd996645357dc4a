/** Joins the chart of a forgotten password to its call. */
import { passwordRequestMachine } from '../machines/password-request/password-request.machine.ts'
import { requestReset } from '../services/password-request.service.ts'
import { port } from './port.ts'

export const livePasswordRequestMachine = passwordRequestMachine.provide({
  actors: { requestReset: port(({ email }, signal) => requestReset(email, signal)) },
})
