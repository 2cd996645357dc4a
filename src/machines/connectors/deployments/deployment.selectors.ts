import type { DeploymentSnapshot } from './deployment.machine.ts'
import type { ReadingQuestionActor } from './reading-question.machine.ts'

export type DeploymentStage = DeploymentSnapshot['value']

export const selectStage = (snapshot: DeploymentSnapshot): DeploymentStage => snapshot.value
export const selectDeployment = (snapshot: DeploymentSnapshot) => snapshot.context.deployment
/** The question where it begins, an actor of its own. */
export const selectQuestion = (snapshot: DeploymentSnapshot) => snapshot.children['question'] as ReadingQuestionActor | undefined
