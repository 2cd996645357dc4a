import { useSelector } from '@xstate/react'

import type { RegistrationActor } from '../../machines/registration/registration.machine.ts'
import { selectProblem } from '../../machines/registration/registration.selectors.ts'
import { registrationWords as words } from '../../words/registration.ts'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { toldAbove } from './told.ts'

const fields = ['/email', '/password', '/firstName', '/lastName', '/companyName', '/productTier', '/paymentMethodId']

/** Why the last try came to nothing; what is wrong with a field stands there. */
export function RegistrationFailure({ actor }: { readonly actor: RegistrationActor }) {
  const problem = useSelector(actor, selectProblem)
  return problem === null ? null : <ProblemAlert problem={toldAbove(problem, words.failed(problem.message), fields)} />
}
