import { useActorRef } from '@xstate/react'
import { liveConfirmationMachine } from '#src/services/auth/confirmation.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { useLinkToken } from '../../kit/use-link-token.ts'
import { ConfirmationPage } from './ConfirmationPage.tsx'

/** Where the link of a sign-up leads. */
export function ConfirmationRoute() {
  return <ConfirmationPage actor={useActorRef(liveConfirmationMachine, { input: useLinkToken(), inspect })} />
}
