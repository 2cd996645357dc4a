import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { liveAfterwardsRetryMachine } from '#src/services/connectors/runs/afterwards-retry.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../../kit/actors/use-machine.ts'
import { AfterwardsRetry } from './AfterwardsRetry.tsx'

export function AfterwardsRetryMount({ transaction }: { readonly transaction: Transaction }) {
  const access = useAccess()
  const { connectorId, runId, transactionId } = transaction
  const input = { connectorId, runId, transactionId }
  return <AfterwardsRetry actor={useMachine(() => liveAfterwardsRetryMachine(access), [access], input)} />
}
