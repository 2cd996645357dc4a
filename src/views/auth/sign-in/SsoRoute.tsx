import { liveSsoStartMachine } from '#src/services/auth/sso/sso-start.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { SsoPage } from './SsoPage.tsx'

/** Where single sign-on of a company begins. */
export function SsoRoute() {
  const to = new URLSearchParams(location.search).get('to')
  return <SsoPage actor={useMachine(() => liveSsoStartMachine, [], { to })} />
}
