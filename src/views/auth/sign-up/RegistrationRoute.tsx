import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectStep } from '#src/machines/auth/sign-up/registration.machine.ts'
import { liveRegistrationMachine, restoreRegistration } from '#src/services/auth/registration.actors.ts'
import { signUpIsOpen } from '#src/services/auth/registration.service.ts'
import { pathNow } from '#src/services/kit/address/base.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { AuthPage } from '../AuthPage.tsx'
import { AccountStep } from './AccountStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { ProductStep } from './ProductStep.tsx'
import { RegisteredStep } from './RegisteredStep.tsx'
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

const steps = { account: AccountStep, details: DetailsStep, product: ProductStep, success: RegisteredStep } as const

/** A sign-up, one step at a time. */
export function RegistrationPage({ actor }: { readonly actor: RegistrationActor }) {
  const Step = steps[useSelector(actor, selectStep)]
  return <Step actor={actor} />
}
