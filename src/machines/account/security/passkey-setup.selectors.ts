import type { StepUpActor } from '../../kit/step-up.machine.ts'
import type { PasskeySetupSnapshot } from './passkey-setup.machine.ts'

export const selectCanPlan = (snapshot: PasskeySetupSnapshot) => snapshot.can({ type: 'user.planned', plan: { kind: 'add' } })
export const selectCanCancel = (snapshot: PasskeySetupSnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectProof = ({ children }: PasskeySetupSnapshot) => children['prove'] as StepUpActor | undefined
