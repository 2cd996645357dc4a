/** Limits, defaults and texts of the section Security Settings. `worklist.md` C-2, X4 to X6. */
import { mfaMethodNames } from '../auth/mfa-methods.ts'
import { passwordPolicyDefaults } from '../auth/password-policy.ts'

export const securityLimits = {
  gracePeriodDays: { min: 0, max: 90 },
  /** Minutes. */
  maxSessionDuration: { min: 5, max: 43_200 },
  /** Minutes, and no more than the longest session. */
  sessionTimeout: { min: 5, max: 1_440 },
} as const

export const securityDefaults = {
  mfa: { enforceForAll: false, allowedMethods: mfaMethodNames, gracePeriodDays: 7 },
  sessionManagement: { maxSessionDuration: 480, sessionTimeout: 60, allowMultipleSessions: true },
  passwordPolicy: passwordPolicyDefaults,
} as const

export const securityTexts = { saved: 'Security settings saved successfully!' } as const
