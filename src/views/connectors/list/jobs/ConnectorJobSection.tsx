import type { ConnectorJob as Job } from '#contract/connectors/list/connector-jobs.ts'
import { connectorJobMachine, connectorJobMoveMachine } from '#src/services/connectors/list/connector-job.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import { BulkProgress } from '#src/views/kit/bulk/BulkProgress.tsx'
import { connectorJobMessages as messages } from './connector-job.messages.ts'

/** The person's newest action on all connectors of a filter. */
export function ConnectorJob() {
  const access = useAccess()
  const jobs = useMachine(() => connectorJobMachine(access), [access], { query: {} })
  const move = useMachine(() => connectorJobMoveMachine(access, () => jobs.send({ type: 'user.refreshed' })), [access, jobs])
  return (
    <BulkProgress<Job>
      jobs={jobs}
      move={move}
      title={messages.jobTitle}
      actionOf={({ action }) => messages.actions[action]}
      stopText={messages.stopText}
      retryText={messages.retryText}
    />
  )
}
