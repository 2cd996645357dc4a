/** Joins the chart of an invitation to its calls. */
import { invitationMachine } from '../../machines/auth/sign-up/invitation.machine.ts'
import { port } from '../kit/actor.ts'
import { forgetLinkToken } from '../kit/link-token.ts'
import { acceptInvitation, lookAtInvitation } from './invitation.service.ts'

export const liveInvitationMachine = invitationMachine.provide({
  actors: {
    lookAtInvitation: port(({ token }, signal) => lookAtInvitation(token, signal)),
    acceptInvitation: port(async (acceptance, signal) => {
      await acceptInvitation(acceptance, signal)
      forgetLinkToken()
    }),
  },
})
