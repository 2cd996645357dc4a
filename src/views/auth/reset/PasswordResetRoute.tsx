import { useActorRef } from '@xstate/react'
import { livePasswordResetMachine } from '#src/services/auth/password-reset.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { useLinkToken } from '../../kit/use-link-token.ts'
import { PasswordResetPage } from './PasswordResetPage.tsx'

/** Where the link of a forgotten password leads. */
export function PasswordResetRoute() {
  return <PasswordResetPage actor={useActorRef(livePasswordResetMachine, { input: useLinkToken(), inspect })} />
}
