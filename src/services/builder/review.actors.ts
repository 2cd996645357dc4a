/** Joins the last look at a draft, its dry runs and its deployment to the calls. */
import { reviewMachine } from '../machines/review/review.machine.ts'
import { trialMachine } from '../machines/trial/trial.machine.ts'
import type { Access } from '../services/http.ts'
import { checkConfig, dryRun } from '../services/review.service.ts'
import { startRun } from '../services/run.service.ts'
import { liveDeploymentMachine } from './deployment.ts'
import { port } from './port.ts'

export const liveReviewMachine = (access: Access) =>
  reviewMachine.provide({
    actors: {
      checkConfig: port((input, signal) => checkConfig(access, input, signal)),
      deployment: liveDeploymentMachine(access),
      startRun: port((input, signal) => startRun(access, input.connectorId, signal)),
    },
  })

export const liveTrialMachine = (access: Access) =>
  trialMachine.provide({ actors: { tryDraft: port((input, signal) => dryRun(access, input, signal)) } })
