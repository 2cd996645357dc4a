import type { OneTimeCodeActor } from '../../kit/one-time-code.machine.ts'
import type { StepUpActor } from '../../kit/step-up.machine.ts'
import type { PhoneVerificationSnapshot } from './phone-verification.machine.ts'

export const selectProof = ({ children }: PhoneVerificationSnapshot) => children['prove'] as StepUpActor | undefined
export const selectCode = ({ children }: PhoneVerificationSnapshot) => children['enterCode'] as OneTimeCodeActor | undefined
export const selectCanAsk = (snapshot: PhoneVerificationSnapshot) => snapshot.can({ type: 'user.asked' })
