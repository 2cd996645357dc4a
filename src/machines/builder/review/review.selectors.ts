import type { DeploymentActor } from '../../connectors/deployments/deployment.machine.ts'
import type { ReviewEvent, ReviewSnapshot } from './review.machine.ts'

export const selectStage = (snapshot: ReviewSnapshot) => snapshot.value
export const selectConfig = (snapshot: ReviewSnapshot) => snapshot.context.config
export const selectMissing = (snapshot: ReviewSnapshot) => snapshot.context.missing
export const selectVerdict = (snapshot: ReviewSnapshot) => snapshot.context.verdict
/** Deploy was pressed before the warnings could be seen. */
export const selectIsHeld = (snapshot: ReviewSnapshot) => snapshot.matches('reviewed') && snapshot.context.isHeld
export const selectProblem = (snapshot: ReviewSnapshot) => snapshot.context.problem
export const selectIsLive = (snapshot: ReviewSnapshot) => snapshot.hasTag('live')
/** The version that is live; null before that. */
export const selectLive = (snapshot: ReviewSnapshot) => snapshot.context.live
export const selectDryRunStart = (snapshot: ReviewSnapshot) => snapshot.context.dryRunStart
/** The deployment that is followed now, an actor of its own. */
export const selectDeployment = (snapshot: ReviewSnapshot) => snapshot.children['deployment'] as DeploymentActor | undefined

/** Why it cannot be deployed now; null when it can, or when it is done. */
export function selectHindrance(snapshot: ReviewSnapshot): 'checking' | 'unchecked' | 'errors' | 'missing' | null {
  if (snapshot.matches('checking')) return 'checking'
  if (snapshot.matches('unchecked')) return 'unchecked'
  if (!snapshot.matches('reviewed') || snapshot.can({ type: 'user.deployed' })) return null
  return snapshot.context.verdict?.isValid === true ? 'missing' : 'errors'
}

const selectCan = (event: ReviewEvent) => (snapshot: ReviewSnapshot) => snapshot.can(event)

export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanDeploy = selectCan({ type: 'user.deployed' })
export const selectCanRun = selectCan({ type: 'user.ran' })
