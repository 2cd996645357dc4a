import { liveInvitationMachine } from '#src/services/auth/invitation.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { useLinkToken } from '../../kit/use-link-token.ts'
import { InvitationPage } from './InvitationPage.tsx'

/** Where the link of an invitation leads. */
export function InvitationRoute() {
  return <InvitationPage actor={useMachine(() => liveInvitationMachine, [], useLinkToken())} />
}
