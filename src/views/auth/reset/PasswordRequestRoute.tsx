import { livePasswordRequestMachine } from '#src/services/auth/password-request.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PasswordRequestPage } from './PasswordRequestPage.tsx'

/** Where a link for a new password is asked for. */
export function PasswordRequestRoute() {
  return <PasswordRequestPage actor={useMachine(() => livePasswordRequestMachine, [])} />
}
