import { useActorRef } from '@xstate/react'
import { liveSsoStartMachine } from '#src/services/auth/sso/sso-start.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { SsoPage } from './SsoPage.tsx'

/** Where single sign-on of a company begins. */
export function SsoRoute() {
  const to = new URLSearchParams(location.search).get('to')
  return <SsoPage actor={useActorRef(liveSsoStartMachine, { input: { to }, inspect })} />
}
