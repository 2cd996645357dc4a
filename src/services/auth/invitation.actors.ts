/** Joins the chart of an invitation to its calls. */

import { type Acceptance, invitationEndpoints, type OpenInvitation } from '#contract/auth/invitation.ts'
import { invitationMachine } from '../../machines/auth/sign-up/invitation.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { call, once } from '../kit/api-client.ts'
import { forgetLinkToken } from '../kit/link-token.ts'

/** What the invitation of a link holds. */
const lookAtInvitation = (token: string, signal: AbortSignal): Promise<OpenInvitation> =>
  call(invitationEndpoints.look, { body: { token }, signal })

/** Makes whoever was asked a member. */
async function acceptInvitation(acceptance: Acceptance, signal: AbortSignal): Promise<void> {
  await call(invitationEndpoints.accept, { body: acceptance, signal, patience: once })
}

export const liveInvitationMachine = invitationMachine.provide({
  actors: {
    lookAtInvitation: actorFrom(({ token }, signal) => lookAtInvitation(token, signal)),
    acceptInvitation: actorFrom(async (acceptance, signal) => {
      await acceptInvitation(acceptance, signal)
      forgetLinkToken()
    }),
  },
})
