/** Joins the last look at a draft, its dry runs and its deployment to the calls. */
import { reviewMachine } from '../../machines/builder/review/review.machine.ts'
import { trialMachine } from '../../machines/builder/review/trial.machine.ts'
import { liveDeploymentMachine } from '../connectors/deployments/deployment.actors.ts'
import { readDetails } from '../connectors/details/connector.service.ts'
import { startRun } from '../connectors/runs/run.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { takeDeployOrder } from './deploy-order.ts'
import { listMappingRules } from './mapping-rule.service.ts'
import { checkConfig, dryRun } from './review.service.ts'

export const liveReviewMachine = (access: Access) =>
  reviewMachine.provide({
    actors: {
      checkConfig: actorFrom(
        async (input, signal) => {
          // Before the check: where it fails or is left, the draft may be another one when the person comes back.
          const order = takeDeployOrder()
          return { verdict: await checkConfig(access, input, signal), order }
        },
        { limit: 15_000, late: 'connector/check-timeout' },
      ),
      deployment: liveDeploymentMachine(access),
      startRun: actorFrom((input, signal) => startRun(access, input.connectorId, signal), { limit: 15_000 }),
    },
  })

/** The saved rules of the company, which a draft names by their ids. @param isNeeded whether the draft names any. */
export const savedRulesMachine = (access: Access, isNeeded: boolean) =>
  listOf(async (_, signal) => {
    const items = isNeeded ? await listMappingRules(access, signal) : []
    return { items, total: items.length }
  })

/** The connector with its live version, as a list of one. It is read once: a deployment leaves the page's comparison behind. */
export const liveVersionMachine = (access: Access) =>
  listOf(async ({ connectorId }, signal) => ({
    items: [await readDetails(access, { connectorId: String(connectorId) }, signal)],
    total: 1,
  })).provide({ delays: { refreshPause: 3_600_000, retryPause: 3_600_000 } })

export const liveTrialMachine = (access: Access) =>
  trialMachine.provide({ actors: { send: actorFrom((input, signal) => dryRun(access, input, signal)) } })
