/** Joins the last look at a draft, its dry runs and its deployment to the calls. */
import { waitFor } from 'xstate'
import { type DryRun, dryRunEndpoints } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { ProblemError, problem, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { Order } from '../../machines/builder/review/order.ts'
import {
  type DryRunStart,
  type LiveVersion,
  type ReviewActor,
  reviewMachine,
  selectDryRunStart,
} from '../../machines/builder/review/review.machine.ts'
import { type DatedDryRun, immediateTrialMachine, trialMachine } from '../../machines/builder/review/trial.machine.ts'
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
        async ({ connectorId, revision, config }, signal) => {
          // Before the check: where it fails or is left, the draft may be another one when the person comes back.
          const order = takeDeployOrder()
          const [verdict, details] = await Promise.all([
            checkConfig(access, { connectorId, config }, signal),
            readDetails(access, { connectorId }, signal),
          ])
          return { verdict, order, live: liveVersionOf(details, revision) }
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

/** The live version, where the draft of this revision equals it and runs can use it. */
function liveVersionOf({ connector, undeployedChanges }: ConnectorDetails, revision: number): LiveVersion | null {
  const { liveVersion, status } = connector
  const isLive = liveVersion !== null && (status === 'Active' || status === 'Pause')
  if (!isLive || connector.revision !== revision || undeployedChanges.length > 0) return null
  return { version: liveVersion, isPaused: status === 'Pause' }
}

/**
 * Dry runs of one revision. The last one of this tab is shown again, also after a reload, and no other is made while the draft is the same
 * unless it is requested.
 *
 * @param review knows whether the first one may begin without a press; null where it may not.
 */
export function liveTrialMachine(access: Access, { connectorId, revision }: DryRunPlace, review: ReviewActor | null) {
  const known = readLastDryRun({ connectorId, revision })
  const isImmediate = review !== null || known !== null
  let isFirst = isImmediate
  const send = actorFrom<DatedDryRun | null, Order>(async (input, signal) => {
    if (isFirst) {
      isFirst = false
      if (known !== null || (await dryRunStartIn(review, signal)) === 'byPress') return known
    }
    const result = { ...(await dryRun(access, input, signal)), madeAt: new Date().toISOString() }
    keepLastDryRun({ connectorId, revision }, result)
    return result
  })
  return (isImmediate ? immediateTrialMachine : trialMachine).provide({ actors: { send } })
}

/** Known after the first check. */
async function dryRunStartIn(review: ReviewActor | null, signal: AbortSignal): Promise<DryRunStart> {
  if (review === null) return 'byPress'
  return selectDryRunStart(await waitFor(review, (snapshot) => selectDryRunStart(snapshot) !== 'unknown', { signal }))
}

type KeptDryRun = { readonly revision: number; readonly result: DatedDryRun }
type DryRunPlace = { readonly connectorId: string; readonly revision: number }

/** Characters of one dry run that the tab keeps. */
const keptLength = 300_000
const keyOfDryRun = (connectorId: string) => `dry-run:${connectorId}`

/** The last dry run of this revision in this tab; null when there is none or the browser keeps nothing. A sign-out empties the tab. */
function readLastDryRun({ connectorId, revision }: DryRunPlace): DatedDryRun | null {
  try {
    // Only the function below writes it.
    const kept = JSON.parse(sessionStorage.getItem(keyOfDryRun(connectorId)) ?? 'null') as KeptDryRun | null
    return kept?.revision === revision ? kept.result : null
  } catch {
    return null
  }
}

/** Without the responses of other systems, which are large. Storage that is full or forbidden keeps nothing. */
function keepLastDryRun({ connectorId, revision }: DryRunPlace, result: DatedDryRun): void {
  try {
    const text = JSON.stringify({ revision, result: { ...result, exchanges: [] } })
    if (text.length > keptLength) sessionStorage.removeItem(keyOfDryRun(connectorId))
    else sessionStorage.setItem(keyOfDryRun(connectorId), text)
  } catch {
    // It stays on the page.
  }
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
