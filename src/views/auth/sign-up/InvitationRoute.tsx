import { useActorRef } from '@xstate/react'
import { liveInvitationMachine } from '#src/services/auth/invitation.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { useLinkToken } from '../../kit/use-link-token.ts'
import { InvitationPage } from './InvitationPage.tsx'

/** Where the link of an invitation leads. */
export function InvitationRoute() {
  return <InvitationPage actor={useActorRef(liveInvitationMachine, { input: useLinkToken(), inspect })} />
}
