import { useSelector } from '@xstate/react'

import { freeTier } from '#contract/auth/registration.ts'
import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import {
  selectCanChoosePayment,
  selectCanRetry,
  selectFault,
  selectIsLoading,
  selectIsNothingOffered,
  selectMethods,
  selectMethodsProblem,
  selectPayment,
  selectTier,
} from '#src/machines/auth/sign-up/registration.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { labelledFault, withSummary } from '../submit-outcome.ts'
import { registrationMessages as messages } from './registration.messages.ts'

const selectPaymentFault = selectFault('paymentMethodId')

/** How a plan is paid, as far as it is known what is offered; nothing for the plan that costs nothing. */
export function PaymentChoice({ actor }: { readonly actor: RegistrationActor }) {
  const isLoading = useSelector(actor, selectIsLoading)
  const problem = useSelector(actor, selectMethodsProblem)
  const methods = useSelector(actor, selectMethods)
  const isNothingOffered = useSelector(actor, selectIsNothingOffered)
  const canRetry = useSelector(actor, selectCanRetry)
  const payment = useSelector(actor, selectPayment)
  const canChoose = useSelector(actor, selectCanChoosePayment)
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
