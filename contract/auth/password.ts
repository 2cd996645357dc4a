/** What a new password must be. `studio-account-settings.md` sections 5 and 9, threat T-PWD. It builds no schema: both sides run it. */

export type PasswordPolicy = {
  /** Characters. */
  readonly minLength: number
  readonly requireUppercase: boolean
  readonly requireLowercase: boolean
  readonly requireNumbers: boolean
  readonly requireSpecialChars: boolean
}

/** Of a company that has not chosen its own. */
export const defaultPolicy: PasswordPolicy = {
  minLength: 8,
  requireUppercase: true,
  requireLowercase: true,
  requireNumbers: true,
  requireSpecialChars: true,
}

/** Characters; a longer one is refused, never cut. */
export const passwordMax = 256

export type PasswordFault = 'tooShort' | 'tooLong' | 'noUppercase' | 'noLowercase' | 'noNumber' | 'noSpecial'

/** What a password lacks, in the order in which it is told; empty when it fits. Characters are counted, not their halves. */
export function faultsOf(password: string, policy: PasswordPolicy = defaultPolicy): PasswordFault[] {
  const length = [...password].length
  const found: readonly (readonly [PasswordFault, boolean])[] = [
    ['tooShort', length < policy.minLength],
    ['tooLong', length > passwordMax],
    ['noUppercase', policy.requireUppercase && !/\p{Lu}/u.test(password)],
    ['noLowercase', policy.requireLowercase && !/\p{Ll}/u.test(password)],
    ['noNumber', policy.requireNumbers && !/\p{Nd}/u.test(password)],
    ['noSpecial', policy.requireSpecialChars && !/[^\p{L}\p{N}\s]/u.test(password)],
  ]
  return found.flatMap(([fault, isSo]) => (isSo ? [fault] : []))
}

/** Whether a password may be sent; of a policy that is not known the server judges alone. */
export const passwordFits = (password: string, policy: PasswordPolicy | null): boolean =>
  policy === null ? password !== '' : faultsOf(password, policy).length === 0

/** As the sentence goes on after "The password needs". */
export const faultMessages: Readonly<Record<PasswordFault, string>> = {
  tooShort: 'more characters',
  tooLong: `at most ${passwordMax} characters`,
  noUppercase: 'an uppercase letter',
  noLowercase: 'a lowercase letter',
  noNumber: 'a number',
  noSpecial: 'a special character',
}
