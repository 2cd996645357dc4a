import { useSelector } from '@xstate/react'

import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectStep } from '#src/machines/auth/sign-up/registration.machine.ts'
import { AccountStep } from './AccountStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { ProductStep } from './ProductStep.tsx'
import { RegisteredStep } from './RegisteredStep.tsx'

const steps = { account: AccountStep, details: DetailsStep, product: ProductStep, success: RegisteredStep } as const

/** A sign-up, one step at a time. */
export function RegistrationPage({ actor }: { readonly actor: RegistrationActor }) {
  const Step = steps[useSelector(actor, selectStep)]
  return <Step actor={actor} />
}
