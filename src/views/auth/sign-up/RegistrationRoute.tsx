import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { keptRegistration, liveRegistrationMachine } from '#src/services/auth/registration.actors.ts'
import { signUpIsOpen } from '#src/services/auth/registration.service.ts'
import { pathNow } from '#src/services/kit/address/base.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { ClosedSignUpPage } from './ClosedSignUpPage.tsx'
import { RegistrationPage } from './RegistrationPage.tsx'

/** Where the operator lets nobody sign up, the page says so before anything is typed. */
export function RegistrationRoute() {
  return signUpIsOpen() ? <Open /> : <ClosedSignUpPage />
}

/** One sign-up over the paths of all its steps. */
function Open() {
  const input = useMemo(() => keptRegistration(pathNow()), [])
  return <RegistrationPage actor={useActorRef(liveRegistrationMachine, { input, inspect })} />
}
