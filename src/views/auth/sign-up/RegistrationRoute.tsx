import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import { signUpIsOpen } from '../services/registration.service.ts'
import { ClosedSignUpPage } from '../views/auth/ClosedSignUpPage.tsx'
import { RegistrationPage } from '../views/auth/RegistrationPage.tsx'
import { keptRegistration, liveRegistrationMachine } from '../wiring/registration.ts'

/** Where the operator lets nobody sign up, the page says so before anything is typed. */
export function RegistrationRoute() {
  return signUpIsOpen() ? <Open /> : <ClosedSignUpPage />
}

/** One sign-up over the paths of all its steps. */
function Open() {
  const input = useMemo(() => keptRegistration(location.pathname), [])
  return <RegistrationPage actor={useActorRef(liveRegistrationMachine, { input, inspect })} />
}
