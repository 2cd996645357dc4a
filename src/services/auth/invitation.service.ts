import { type Acceptance, invitationEndpoints, type OpenInvitation } from '#contract/auth/invitation.ts'
import { call, once } from '../kit/api-client.ts'

/** What the invitation of a link holds. */
export const lookAtInvitation = (token: string, signal: AbortSignal): Promise<OpenInvitation> =>
  call(invitationEndpoints.look, { body: { token }, signal })

/** Makes whoever was asked a member. */
export async function acceptInvitation(acceptance: Acceptance, signal: AbortSignal): Promise<void> {
  await call(invitationEndpoints.accept, { body: acceptance, signal, patience: once })
}
