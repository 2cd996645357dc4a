import type { CustomerJob as Job } from '#contract/admin/customer-jobs.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { customerJobMachine, customerJobMoveMachine } from '../../../services/admin/customer-bulk.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { BulkProgress } from '../../kit/bulk/BulkProgress.tsx'
import { customersMessages } from './customers.messages.ts'

const { bulk: messages } = customersMessages

/** The newest action on many companies. */
export function CustomerJob() {
  const access = useAccess()
  const jobs = useMachine(() => customerJobMachine(access), [access], { query: {} })
  const move = useMachine(() => customerJobMoveMachine(access, () => jobs.send({ type: 'user.refreshed' })), [access, jobs])
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
