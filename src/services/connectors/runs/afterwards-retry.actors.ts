/** Joins the retry of the request after a delivery to its call. */
import { runReportEndpoints } from '#contract/connectors/runs/run-report.ts'
import { afterwardsRetryMachine } from '#src/machines/connectors/runs/afterwards-retry.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import { type Access, call } from '../../kit/api-client.ts'

export const liveAfterwardsRetryMachine = (access: Access) =>
  afterwardsRetryMachine.provide({
    actors: {
      retryAfterwards: actorFrom(async ({ connectorId, runId, transactionId }, signal) => {
        const body = { transactionIds: [transactionId] }
        await call(runReportEndpoints.retryAfterwards, { access, params: { id: connectorId, runId }, body, signal })
      }),
    },
  })
