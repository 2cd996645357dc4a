/** Joins the chart of an invitation to its calls. */
import { invitationMachine } from '../machines/invitation/invitation.machine.ts'
import { acceptInvitation, lookAtInvitation } from '../services/invitation.service.ts'
import { forgetLinkToken } from '../services/link-token.ts'
import { port } from './port.ts'

export const liveInvitationMachine = invitationMachine.provide({
  actors: {
    lookAtInvitation: port(({ token }, signal) => lookAtInvitation(token, signal)),
    acceptInvitation: port(async (acceptance, signal) => {
      await acceptInvitation(acceptance, signal)
      forgetLinkToken()
    }),
  },
})
