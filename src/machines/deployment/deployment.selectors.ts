import type { DeploymentSnapshot } from './deployment.machine.ts'

export type DeploymentStage = DeploymentSnapshot['value']

export const selectStage = (snapshot: DeploymentSnapshot): DeploymentStage => snapshot.value
export const selectDeployment = (snapshot: DeploymentSnapshot) => snapshot.context.deployment
/** Why it was not deployed as it is: it reads something else. */
export const selectQuestion = (snapshot: DeploymentSnapshot) => (snapshot.matches('choosing') ? snapshot.context.question : null)
export const selectReading = (snapshot: DeploymentSnapshot) => snapshot.context.reading
export const selectReadingValue = (snapshot: DeploymentSnapshot) => snapshot.context.readingValue
export const selectCanBegin = (snapshot: DeploymentSnapshot) => snapshot.can({ type: 'user.begun' })

/** Where it can begin; the same list as long as the question is the same. */
export const selectOffers = ({ context }: DeploymentSnapshot): readonly string[] => context.question?.allowed ?? none
const none: readonly string[] = []
