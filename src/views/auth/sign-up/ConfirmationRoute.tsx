import { useActorRef } from '@xstate/react'

import { inspect } from '../inspection.ts'
import { ConfirmationPage } from '../views/auth/ConfirmationPage.tsx'
import { liveConfirmationMachine } from '../wiring/confirmation.ts'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of a sign-up leads. */
export function ConfirmationRoute() {
  return <ConfirmationPage actor={useActorRef(liveConfirmationMachine, { input: useLinkToken(), inspect })} />
}
