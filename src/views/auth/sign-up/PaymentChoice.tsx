import { useSelector } from '@xstate/react'
import { freeTier } from '#contract/auth/registration.ts'
import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectFault, selectIsNothingOffered, selectTier } from '#src/machines/auth/sign-up/registration.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { labelledFault, withSummary } from '../submit-outcome.ts'
import { registrationMessages as messages } from './registration.messages.ts'

const selectPaymentFault = selectFault('paymentMethodId')

/** How a plan is paid, as far as it is known what is offered; nothing for the plan that costs nothing. */
export function PaymentChoice({ actor }: { readonly actor: RegistrationActor }) {
  const isLoading = useMatches(actor, { product: 'loading' })
  const problem = useContextOf(actor, 'methodsProblem')
  const methods = useContextOf(actor, 'methods')
  const isNothingOffered = useSelector(actor, selectIsNothingOffered)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const payment = useContextOf(actor, 'paymentMethodId')
  const canChoose = useCan(actor, { type: 'user.chosePayment', paymentMethodId: '' })
  const fault = useSelector(actor, selectPaymentFault)
  const isFree = useSelector(actor, (snapshot) => selectTier(snapshot) === freeTier)
  if (isLoading) return <Spinner label={messages.product.loading} />
  if (problem !== null)
    return (
      <ProblemAlert problem={withSummary(problem, messages.product.failed(problem.message))}>
        {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.product.retry}</Button> : undefined}
      </ProblemAlert>
    )
  if (isNothingOffered) return <p role="alert">{messages.product.none}</p>
  if (methods.length === 0 || isFree) return null
  return (
    <Choice
      label={messages.product.payment}
      options={methods.map(({ id, name, description }) => ({ value: id, name, description }))}
      value={payment}
      isBlocked={!canChoose}
      error={labelledFault(messages.product.payment, fault)}
      onChoose={(paymentMethodId) => actor.send({ type: 'user.chosePayment', paymentMethodId })}
    />
  )
}
