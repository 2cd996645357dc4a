import type { DeploymentSnapshot } from './deployment.machine.ts'

export type DeploymentStage = DeploymentSnapshot['value']

export const selectStage = (snapshot: DeploymentSnapshot): DeploymentStage => snapshot.value
export const selectDeployment = (snapshot: DeploymentSnapshot) => snapshot.context.deployment
