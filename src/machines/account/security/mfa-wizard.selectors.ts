import type { OneTimeCodeActor } from '../../kit/one-time-code.machine.ts'
import type { StepUpActor } from '../../kit/step-up.machine.ts'
import type { MfaWizardSnapshot } from './mfa-wizard.machine.ts'
import type { RecoveryCodesActor } from './recovery-codes.machine.ts'

/** Counted from 0, as the specification counts the steps. */
export function selectStep(snapshot: MfaWizardSnapshot): 0 | 1 | 2 {
  if (snapshot.matches('verifying')) return 1
  return snapshot.matches('storing') || snapshot.matches('left') ? 2 : 0
}
export const selectIsLeft = (snapshot: MfaWizardSnapshot) => snapshot.matches('left')
export const selectProof = ({ children }: MfaWizardSnapshot) => children['prove'] as StepUpActor | undefined
export const selectCode = ({ children }: MfaWizardSnapshot) => children['enterCode'] as OneTimeCodeActor | undefined
export const selectCodes = ({ children }: MfaWizardSnapshot) => children['showCodes'] as RecoveryCodesActor | undefined
export const selectCanLeave = (snapshot: MfaWizardSnapshot) => snapshot.can({ type: 'user.left' })
export const selectCanChoose = (snapshot: MfaWizardSnapshot) => snapshot.can({ type: 'user.choseMethod', method: 'app' })
