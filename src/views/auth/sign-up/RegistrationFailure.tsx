import { useSelector } from '@xstate/react'

import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectProblem } from '#src/machines/auth/sign-up/registration.selectors.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { withSummary } from '../submit-outcome.ts'
import { registrationMessages as messages } from './registration.messages.ts'

const fields = ['/email', '/password', '/firstName', '/lastName', '/companyName', '/productTier', '/paymentMethodId']

/** Why the last try came to nothing; what is wrong with a field stands there. */
export function RegistrationFailure({ actor }: { readonly actor: RegistrationActor }) {
  const problem = useSelector(actor, selectProblem)
  return problem === null ? null : <ProblemAlert problem={withSummary(problem, messages.failed(problem.message), fields)} />
}
