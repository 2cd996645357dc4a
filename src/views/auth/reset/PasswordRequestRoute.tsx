import { useActorRef } from '@xstate/react'
import { livePasswordRequestMachine } from '#src/services/auth/password-request.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { PasswordRequestPage } from './PasswordRequestPage.tsx'

/** Where a link for a new password is asked for. */
export function PasswordRequestRoute() {
  return <PasswordRequestPage actor={useActorRef(livePasswordRequestMachine, { inspect })} />
}
