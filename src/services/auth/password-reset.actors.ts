/** Joins the chart of a new password to its call. */
import { passwordResetMachine } from '../machines/password-reset/password-reset.machine.ts'
import { forgetLinkToken } from '../services/link-token.ts'
import { updatePassword } from '../services/password-reset.service.ts'
import { port } from './port.ts'

export const livePasswordResetMachine = passwordResetMachine.provide({
  actors: {
    updatePassword: port(async ({ token, password }, signal) => {
      await updatePassword(token, password, signal)
      forgetLinkToken()
    }),
  },
})
