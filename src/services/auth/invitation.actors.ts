/** Joins the chart of an invitation to its calls. */
import { invitationMachine } from '../../machines/auth/sign-up/invitation.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { forgetLinkToken } from '../kit/link-token.ts'
import { acceptInvitation, lookAtInvitation } from './invitation.service.ts'

export const liveInvitationMachine = invitationMachine.provide({
  actors: {
    lookAtInvitation: actorFrom(({ token }, signal) => lookAtInvitation(token, signal)),
    acceptInvitation: actorFrom(async (acceptance, signal) => {
      await acceptInvitation(acceptance, signal)
      forgetLinkToken()
    }),
  },
})
