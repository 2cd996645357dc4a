import type { StepUpActor } from '../kit/step-up.machine.ts'
import type { ProvisioningSnapshot } from './provisioning.machine.ts'

export const selectCanRetry = (snapshot: ProvisioningSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanMakeToken = (snapshot: ProvisioningSnapshot) => snapshot.can({ type: 'user.madeToken' })
export const selectCanRevoke = (snapshot: ProvisioningSnapshot) => snapshot.can({ type: 'user.revoked' })
export const selectCanCopy = (snapshot: ProvisioningSnapshot) => snapshot.can({ type: 'user.copied' })
export const selectCanDismiss = (snapshot: ProvisioningSnapshot) => snapshot.can({ type: 'user.dismissed' })
/** Whether a role can be chosen: for a group that has another one. */
export const selectCanChooseRole = (snapshot: ProvisioningSnapshot) => snapshot.matches('showing')
export const selectProof = ({ children }: ProvisioningSnapshot) => children['prove'] as StepUpActor | undefined
