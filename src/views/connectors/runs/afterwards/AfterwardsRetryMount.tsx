import { useSelector } from '@xstate/react'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { AfterwardsRetryActor } from '#src/machines/connectors/runs/afterwards-retry.machine.ts'
import { liveAfterwardsRetryMachine } from '#src/services/connectors/runs/afterwards-retry.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../../kit/actors/use-machine.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../../kit/feedback/ProblemAlert.tsx'
import { transactionMessages as messages } from '../transaction.messages.ts'

export function AfterwardsRetryMount({ transaction }: { readonly transaction: Transaction }) {
  const access = useAccess()
  const { connectorId, runId, transactionId } = transaction
  const input = { connectorId, runId, transactionId }
  return <AfterwardsRetry actor={useMachine(() => liveAfterwardsRetryMachine(access), [access], input)} />
}

/** Sends only the request after a delivery again: the record stays delivered. */
export function AfterwardsRetry({ actor }: { readonly actor: AfterwardsRetryActor }) {
  const stage = useSelector(actor, ({ value }) => value)
  const problem = useSelector(actor, ({ context }) => context.problem)
  if (stage === 'queued') return <p role="status">{messages.afterwardsRetried}</p>
  return (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Button isBlocked={stage === 'sending'} onPress={() => actor.send({ type: 'user.retried' })}>
        {stage === 'sending' ? messages.afterwardsRetrying : messages.afterwardsRetry}
      </Button>
    </>
  )
}
