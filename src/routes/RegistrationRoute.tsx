import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import { RegistrationPage } from '../views/auth/RegistrationPage.tsx'
import { keptRegistration, liveRegistrationMachine } from '../wiring/registration.ts'

/** One sign-up over the paths of all its steps. */
export function RegistrationRoute() {
  const input = useMemo(() => keptRegistration(location.pathname), [])
  return <RegistrationPage actor={useActorRef(liveRegistrationMachine, { input, inspect })} />
}
