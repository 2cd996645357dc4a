import { useActorRef } from '@xstate/react'

import { inspect } from '../inspection.ts'
import { PasswordResetPage } from '../views/auth/PasswordResetPage.tsx'
import { livePasswordResetMachine } from '../wiring/password-reset.ts'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of a forgotten password leads. */
export function PasswordResetRoute() {
  return <PasswordResetPage actor={useActorRef(livePasswordResetMachine, { input: useLinkToken(), inspect })} />
}
