/** Carries one deployment along its chart. Every step is one guarded commit, so a process that dies leaves a step to be made again. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type FieldProblem, type Problem, ProblemError, problem } from '#contract/kit/problem.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { isTransient } from '../../platform/database/transient.ts'
import { endConnectorDeployment } from '../../records/connectors/activation.repository.ts'
import {
  type DeploymentStep,
  holdDeployment,
  moveDeployment,
  type OpenDeployment,
} from '../../records/connectors/deployments.repository.ts'
import { addVersion, configHash, newestVersion } from '../../records/connectors/versions.repository.ts'
import { openRunVersion } from '../../records/runs/runs.repository.ts'
import type { Log } from '../kit/engine-deps.ts'
import { checkReach } from '../plan/egress-check.ts'
import { checkConfig } from '../plan/plan.ts'
import { nextInstant } from '../schedule/schedule-instants.ts'
import { beginReading, beginsAt, placeOf, type StartAt } from './version-start.ts'

type Deploying = {
  readonly db: Kysely<Tables>
  readonly outbound: Outbound
  readonly log: Log
  readonly startAt: StartAt
  /** Reads the version back as it was kept and compiles it: this process can run it from then on. Throws when it cannot. */
  readonly takeOver: (deployment: OpenDeployment & { readonly version: number }) => Promise<void>
}

const count = (errors: readonly FieldProblem[]) => (errors.length === 1 ? '1 error' : `${errors.length} errors`)

const failed = (errors: readonly FieldProblem[], message: string) => problem('connector/deploy-failed', { errors, message })

/** What has not changed since the newest version is that version. Going back makes a new one, whatever it holds. */
async function versionOf(tx: Kysely<Tables>, deployment: OpenDeployment): Promise<{ number: number; hash: string }> {
  const newest = deployment.backTo === null ? await newestVersion(tx, deployment) : null
  return newest !== null && newest.hash === configHash(deployment.config) ? newest : addVersion(tx, deployment)
}

async function refuse(db: Kysely<Tables>, deployment: OpenDeployment, error: Problem): Promise<null> {
  const step: DeploymentStep = { move: 'engine.refused', message: error.message, error }
  await db.transaction().execute(async (tx) => {
    const failed = await moveDeployment(tx, deployment, step)
    if (failed) await endConnectorDeployment(tx, failed, { move: 'engine.refused', detail: error.message })
  })
  return null
}

/** The next step of a deployment; null when there is none, or when another process has made it. */
async function advance(
  deployment: OpenDeployment,
  { db, outbound, takeOver, startAt }: Deploying,
): Promise<OpenDeployment | null> {
  switch (deployment.status) {
    case 'queued':
      return moveDeployment(db, deployment, { move: 'engine.claimed', message: 'Checking the configuration.' })
    case 'validating': {
      const config = deployment.config as ConnectorConfig
      const errors = checkConfig(config)
      if (errors.length > 0) return refuse(db, deployment, failed(errors, `The configuration has ${count(errors)}.`))
      const closed = await checkReach(config, outbound, deployment.companyId)
      if (closed.length > 0) return refuse(db, deployment, failed(closed, closed.map(({ message }) => message).join(' ')))
      await placeOf(deployment, startAt)
      return moveDeployment(db, deployment, { move: 'engine.validated', message: 'Saving the version.' })
    }
    case 'provisioning':
      return db.transaction().execute(async (tx) => {
        // Of two processes on it the later one finds it moved on, and leaves no version behind.
        if (!(await holdDeployment(tx, deployment))) return null
        const { number, hash } = await versionOf(tx, deployment)
        const step: DeploymentStep = {
          move: 'engine.provisioned',
          message: `Starting version ${number}.`,
          version: number,
          hash,
        }
        return moveDeployment(tx, deployment, step)
      })
    case 'activating': {
      const { version } = deployment
      if (version === null) throw new Error(`deployment ${deployment.id} is activating without a version`)
      await takeOver({ ...deployment, version })
      const older = await openRunVersion(db, deployment)
      const rest = older === null || older === version ? '' : ` The active run finishes with version ${older}.`
      const back = deployment.backTo === null ? '' : `Rolled back to version ${deployment.backTo}. `
      const message = `${back}Version ${version} is live.${rest}${beginsAt(deployment.reading)}`
      const place = await placeOf(deployment, startAt)
      await db.transaction().execute(async (tx) => {
        const live = await moveDeployment(tx, deployment, { move: 'engine.activated', message })
        if (!live) return
        await endConnectorDeployment(tx, live, { move: 'engine.activated', detail: message, next: nextInstant })
        await beginReading(tx, live, place)
      })
      return null
    }
    default:
      return null
  }
}

/** Takes a deployment to its end: live, or failed with the version before still running. Throws only what passes by itself. */
export async function deploy(deployment: OpenDeployment, deploying: Deploying): Promise<void> {
  let at: OpenDeployment | null = deployment
  while (at) {
    const from: OpenDeployment = at
    try {
      at = await advance(from, deploying)
    } catch (thrown) {
      if (isTransient(thrown)) throw thrown
      if (thrown instanceof ProblemError) {
        at = await refuse(deploying.db, from, thrown.problem)
        continue
      }
      deploying.log.error({ err: thrown, deploymentId: from.id }, 'deployment broke off')
      at = await refuse(deploying.db, from, problem('bug/unexpected'))
    }
  }
}
