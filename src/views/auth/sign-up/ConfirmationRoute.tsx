import { liveConfirmationMachine } from '#src/services/auth/confirmation.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { useLinkToken } from '../../kit/use-link-token.ts'
import { ConfirmationPage } from './ConfirmationPage.tsx'

/** Where the link of a sign-up leads. */
export function ConfirmationRoute() {
  return <ConfirmationPage actor={useMachine(() => liveConfirmationMachine, [], useLinkToken())} />
}
