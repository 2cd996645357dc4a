import type { StepUpActor } from '../../kit/step-up.machine.ts'
import type { MfaSettingsSnapshot } from './mfa-settings.machine.ts'
import type { MfaWizardActor } from './mfa-wizard.machine.ts'
import type { RecoveryCodesActor } from './recovery-codes.machine.ts'

export const selectCanRetry = (snapshot: MfaSettingsSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanEnable = (snapshot: MfaSettingsSnapshot) => snapshot.can({ type: 'user.enabled' })
export const selectCanPlan = (snapshot: MfaSettingsSnapshot) => snapshot.can({ type: 'user.planned', action: 'view' })
export const selectWizard = ({ children }: MfaSettingsSnapshot) => children['setUp'] as MfaWizardActor | undefined
export const selectProof = ({ children }: MfaSettingsSnapshot) => children['prove'] as StepUpActor | undefined
export const selectCodes = ({ children }: MfaSettingsSnapshot) => children['showCodes'] as RecoveryCodesActor | undefined
