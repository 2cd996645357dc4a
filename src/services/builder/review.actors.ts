/** Joins the last look at a draft, its dry runs and its deployment to the calls. */
import { reviewMachine } from '../../machines/builder/review/review.machine.ts'
import { trialMachine } from '../../machines/builder/review/trial.machine.ts'
import { liveDeploymentMachine } from '../connectors/deployments/deployment.actors.ts'
import { startRun } from '../connectors/runs/run.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { listMappingRules } from './mapping-rule.service.ts'
import { checkConfig, dryRun } from './review.service.ts'

export const liveReviewMachine = (access: Access) =>
  reviewMachine.provide({
    actors: {
      checkConfig: actorFrom((input, signal) => checkConfig(access, input, signal), {
        limit: 15_000,
        late: 'connector/check-timeout',
      }),
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

export const liveTrialMachine = (access: Access) =>
  trialMachine.provide({ actors: { send: actorFrom((input, signal) => dryRun(access, input, signal)) } })
