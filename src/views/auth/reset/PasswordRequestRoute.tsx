import { useActorRef } from '@xstate/react'

import { inspect } from '../inspection.ts'
import { PasswordRequestPage } from '../views/auth/PasswordRequestPage.tsx'
import { livePasswordRequestMachine } from '../wiring/password-request.ts'

/** Where a link for a new password is asked for. */
export function PasswordRequestRoute() {
  return <PasswordRequestPage actor={useActorRef(livePasswordRequestMachine, { inspect })} />
}
