import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { CustomerJob as Job } from '#contract/admin/customer-jobs.ts'
import { customerJobMachine, customerJobMoveMachine } from '../../../services/admin/customer-bulk.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { BulkProgress } from '../../kit/bulk/BulkProgress.tsx'
import { customersMessages } from './customers.messages.ts'

const { bulk: messages } = customersMessages

/** The newest action on many companies. */
export function CustomerJob({ access }: { readonly access: Access }) {
  const jobs = useActorRef(
    useMemo(() => customerJobMachine(access), [access]),
    { input: { query: {} }, inspect },
  )
  const move = useActorRef(
    useMemo(() => customerJobMoveMachine(access, () => jobs.send({ type: 'user.refreshed' })), [access, jobs]),
    { inspect },
  )
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
