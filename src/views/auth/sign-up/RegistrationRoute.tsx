import { useMemo } from 'react'
import { liveRegistrationMachine, restoreRegistration } from '#src/services/auth/registration.actors.ts'
import { signUpIsOpen } from '#src/services/auth/registration.service.ts'
import { pathNow } from '#src/services/kit/address/base.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { AuthPage } from '../AuthPage.tsx'
import { RegistrationPage } from './RegistrationPage.tsx'
import { registrationMessages as messages } from './registration.messages.ts'

/** Where the operator lets nobody sign up, the page says so before anything is typed. */
export function RegistrationRoute() {
  return signUpIsOpen() ? <Open /> : <ClosedSignUpPage />
}

/** One sign-up over the paths of all its steps. */
function Open() {
  const input = useMemo(() => restoreRegistration(pathNow()), [])
  return <RegistrationPage actor={useMachine(() => liveRegistrationMachine, [], input)} />
}

/** The operator lets nobody sign up. An invitation opens a page of its own. */
function ClosedSignUpPage() {
  return (
    <AuthPage title={messages.closed.title} back="/sign-in">
      <p>{messages.closed.why}</p>
    </AuthPage>
  )
}
