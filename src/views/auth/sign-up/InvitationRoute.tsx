import { useActorRef } from '@xstate/react'

import { inspect } from '../inspection.ts'
import { InvitationPage } from '../views/auth/InvitationPage.tsx'
import { liveInvitationMachine } from '../wiring/invitation.ts'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of an invitation leads. */
export function InvitationRoute() {
  return <InvitationPage actor={useActorRef(liveInvitationMachine, { input: useLinkToken(), inspect })} />
}
