/** Security settings as they are changed: one flat field for each control; numbers as they are typed. */
import type { MfaMethodName } from '#contract/auth/mfa-methods.ts'
import { nistPreset, passwordPolicyLimits } from '#contract/auth/password-policy.ts'
import { securityLimits } from '#contract/settings/security-limits.ts'
import type { SecuritySettings } from '#contract/settings/security-settings.ts'

const limits = { ...securityLimits, ...passwordPolicyLimits }
export type SecurityNumber = keyof typeof limits
export type PasswordClass = 'requireUppercase' | 'requireLowercase' | 'requireNumbers' | 'requireSpecialChars'

export type SecurityDraft = Readonly<Record<SecurityNumber, string>> &
  Readonly<Record<PasswordClass | 'enforceForAll' | 'allowMultipleSessions', boolean>> & {
    readonly allowedMethods: readonly MfaMethodName[]
  }

export function draftOfSecurity({ mfa, sessionManagement, passwordPolicy }: SecuritySettings): SecurityDraft {
  const { minLength, passwordHistoryCount, maxPasswordAge, ...classes } = passwordPolicy
  return {
    ...{ enforceForAll: mfa.enforceForAll, allowedMethods: mfa.allowedMethods, gracePeriodDays: String(mfa.gracePeriodDays) },
    ...{ maxSessionDuration: String(sessionManagement.maxSessionDuration) },
    ...{ sessionTimeout: String(sessionManagement.sessionTimeout) },
    ...{ allowMultipleSessions: sessionManagement.allowMultipleSessions, minLength: String(minLength) },
    ...{ passwordHistoryCount: String(passwordHistoryCount), maxPasswordAge: String(maxPasswordAge), ...classes },
  }
}

export function securityOfDraft(draft: SecurityDraft): SecuritySettings {
  const number = (field: SecurityNumber) => Number(draft[field].trim())
  const { enforceForAll, allowedMethods, allowMultipleSessions } = draft
  const { requireUppercase, requireLowercase, requireNumbers, requireSpecialChars } = draft
  return {
    mfa: { enforceForAll, allowedMethods: [...allowedMethods], gracePeriodDays: number('gracePeriodDays') },
    sessionManagement: {
      ...{ maxSessionDuration: number('maxSessionDuration'), sessionTimeout: number('sessionTimeout') },
      allowMultipleSessions,
    },
    passwordPolicy: {
      ...{ minLength: number('minLength'), requireUppercase, requireLowercase, requireNumbers, requireSpecialChars },
      ...{ passwordHistoryCount: number('passwordHistoryCount'), maxPasswordAge: number('maxPasswordAge') },
    },
  }
}

const grouped = (value: number) => value.toLocaleString('en')

/** What is wrong with what stands in a field; undefined where nothing is. */
export function faultOfNumber(draft: SecurityDraft, field: SecurityNumber): string | undefined {
  const { min, max } = limits[field]
  const text = draft[field].trim()
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < min || value > max) return `Enter a number from ${grouped(min)} to ${grouped(max)}.`
  if (field === 'sessionTimeout' && value > Number(draft.maxSessionDuration))
    return 'Must not be longer than the longest session.'
  return undefined
}

export const numberFields = Object.keys(limits) as SecurityNumber[]

export const isSecurityValid = (draft: SecurityDraft): boolean =>
  draft.allowedMethods.length > 0 && numberFields.every((field) => faultOfNumber(draft, field) === undefined)

/** The methods with one more or one less, in their order. */
export const withMethod = (
  all: readonly MfaMethodName[],
  chosen: readonly MfaMethodName[],
  name: MfaMethodName,
  isOn: boolean,
): MfaMethodName[] => all.filter((each) => (each === name ? isOn : chosen.includes(each)))

/** What the preset of NIST changes. */
export const nistChange: Partial<SecurityDraft> = {
  ...nistPreset,
  minLength: String(nistPreset.minLength),
  maxPasswordAge: String(nistPreset.maxPasswordAge),
}
