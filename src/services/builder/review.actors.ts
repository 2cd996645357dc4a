/** Joins the last look at a draft, its dry runs and its deployment to the calls. */
import { type DryRun, dryRunEndpoints } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import { ProblemError, problem, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { Order } from '../../machines/builder/review/order.ts'
import { reviewMachine } from '../../machines/builder/review/review.machine.ts'
import { immediateTrialMachine, trialMachine } from '../../machines/builder/review/trial.machine.ts'
import { liveDeploymentMachine } from '../connectors/deployments/deployment.actors.ts'
import { readDetails } from '../connectors/details/connector.service.ts'
import { startRun } from '../connectors/runs/run.service.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, patient } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { takeDeployOrder } from './deploy-order.ts'
import { listMappingRules } from './mapping-rule.service.ts'

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

/** The newest dry run of this page of the browser: it is shown again while the draft is the same. */
let newest: { readonly revision: string; readonly result: DryRun } | null = null

/**
 * Dry runs of one revision. A first one that begins without a press is not made again while the draft is the same.
 *
 * @param revision of which connector, too.
 */
export function liveTrialMachine(access: Access, revision: string, isUnasked: boolean) {
  const known = newest?.revision === revision ? newest.result : null
  let isFirst = isUnasked
  const send = actorFrom<DryRun, Order>(async (input, signal) => {
    const again = isFirst ? known : null
    isFirst = false
    const result = again ?? (await dryRun(access, input, signal))
    newest = { revision, result }
    return result
  })
  return (isUnasked ? immediateTrialMachine : trialMachine).provide({ actors: { send } })
}

/** Whether a configuration could be deployed. A failure is titled as the error catalogue has it, and says why below. */
async function checkConfig(
  access: Access,
  body: { readonly connectorId: string; readonly config: ConnectorConfig },
  signal: AbortSignal,
): Promise<ValidationResult> {
  try {
    return await call(validationEndpoints.validateConfig, { access, body, signal })
  } catch (thrown) {
    throw new ProblemError({ ...toProblem(thrown), title: problem('connector/check-timeout').title }, { cause: thrown })
  }
}

type Trial = {
  readonly connectorId: string
  readonly config: ConnectorConfig
  readonly examples?: readonly unknown[]
}

/** Reads a few records and shows what would be delivered. One try: it asks other people's systems. */
function dryRun(access: Access, { examples, ...trial }: Trial, signal: AbortSignal): Promise<DryRun> {
  const body = { ...trial, ...(examples === undefined ? {} : { examples: [...examples] }) }
  return call(dryRunEndpoints.dryRun, { access, body, signal, patience: { ...patient, retries: 0 } })
}
