import type { StepUpActor } from '../../kit/step-up.machine.ts'
import type { OwnDataSnapshot } from './own-data.machine.ts'

export const selectCanRetry = (snapshot: OwnDataSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanRequestFile = (snapshot: OwnDataSnapshot) => snapshot.can({ type: 'user.requestedFile' })
export const selectCanRequestDeletion = (snapshot: OwnDataSnapshot) => snapshot.can({ type: 'user.requestedDeletion' })
export const selectCanChooseHeir = (snapshot: OwnDataSnapshot) => snapshot.can({ type: 'user.choseHeir', heir: '' })
export const selectCanDownload = (snapshot: OwnDataSnapshot) => snapshot.can({ type: 'user.downloaded' })
export const selectCanWithdraw = (snapshot: OwnDataSnapshot) => snapshot.can({ type: 'user.withdrew' })
export const selectProof = ({ children }: OwnDataSnapshot) => children['prove'] as StepUpActor | undefined
