/** The password policy of a company: its bounds, its label and the preset of NIST. `worklist.md` C-2, `decisions.md` section 8. It builds no schema: both sides run it. */
import { defaultPolicy, type PasswordPolicy } from './password.ts'

export type CompanyPasswordPolicy = PasswordPolicy & {
  /** Passwords that cannot be used again, the current one included; 0: none is remembered. */
  readonly passwordHistoryCount: number
  /** Days; 0: a password never expires. */
  readonly maxPasswordAge: number
}

export const passwordPolicyLimits = {
  minLength: { min: 8, max: 64 },
  passwordHistoryCount: { min: 0, max: 24 },
  maxPasswordAge: { min: 0, max: 3_650 },
} as const

export const passwordPolicyDefaults: CompanyPasswordPolicy = { ...defaultPolicy, passwordHistoryCount: 5, maxPasswordAge: 90 }

/** What NIST SP 800-63B-4 asks of a password that is the only factor. What it says nothing about stays as it is. */
export const nistPreset = {
  minLength: 15,
  requireUppercase: false,
  requireLowercase: false,
  requireNumbers: false,
  requireSpecialChars: false,
  maxPasswordAge: 0,
} as const satisfies Partial<CompanyPasswordPolicy>

/** Characters from which the length counts for the label. */
const longFrom = 12

/** How strong the passwords are that a policy asks for. `studio-account-settings.md` section 4. */
export function strengthOf(policy: PasswordPolicy): 'Strong' | 'Medium' | 'Weak' {
  const { minLength, requireUppercase, requireLowercase, requireNumbers, requireSpecialChars } = policy
  const features = [minLength >= longFrom, requireUppercase, requireLowercase, requireNumbers, requireSpecialChars]
  const met = features.filter(Boolean).length
  if (met >= 4) return 'Strong'
  return met === 3 ? 'Medium' : 'Weak'
}

const day = 86_400_000

/** @param setAt when the password was set; null: it never expires. */
export const expiryOf = (setAt: Date, { maxPasswordAge }: Pick<CompanyPasswordPolicy, 'maxPasswordAge'>): Date | null =>
  maxPasswordAge === 0 ? null : new Date(setAt.getTime() + maxPasswordAge * day)
