/** Joins the operator's list of background jobs to its calls. */
import { type JobsState, jobEndpoints } from '#contract/admin/jobs.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

/** One item: the state of all queues. */
export const jobsMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly JobsState[]; total: number }> => {
    const state = await call(jobEndpoints.list, { access, signal })
    return { items: [state], total: 1 }
  }).provide({ delays: { refreshPause } })

/** Retries the failed job `action.id`. */
export const jobRetryMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => call(jobEndpoints.retry, { access, params: { id }, signal }), announce })
