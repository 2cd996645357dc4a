/** The password policy of a company as it is sent and saved. */
import Type, { type Static } from 'typebox'
import { closed } from '../kit/schemas.ts'
import { passwordPolicyLimits } from './password-policy.ts'

const within = ({ min, max }: { readonly min: number; readonly max: number }) => Type.Integer({ minimum: min, maximum: max })

export const PasswordRules = closed({
  /** Characters. */
  minLength: within(passwordPolicyLimits.minLength),
  requireUppercase: Type.Boolean(),
  requireLowercase: Type.Boolean(),
  requireNumbers: Type.Boolean(),
  requireSpecialChars: Type.Boolean(),
  /** Passwords that cannot be used again, the current one included; 0: none is remembered. */
  passwordHistoryCount: within(passwordPolicyLimits.passwordHistoryCount),
  /** Days; 0: a password never expires. */
  maxPasswordAge: within(passwordPolicyLimits.maxPasswordAge),
})
export type PasswordRules = Static<typeof PasswordRules>
