import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { withSummary } from '../submit-outcome.ts'
import { registrationMessages as messages } from './registration.messages.ts'

const fields = ['/email', '/password', '/firstName', '/lastName', '/companyName', '/productTier', '/paymentMethodId']

/** Why the last try came to nothing; what is wrong with a field stands there. */
export function RegistrationFailure({ actor }: { readonly actor: RegistrationActor }) {
  const problem = useContextOf(actor, 'problem')
  return problem === null ? null : <ProblemAlert problem={withSummary(problem, messages.failed(problem.message), fields)} />
}
