import { expect, it } from 'vitest'
import { expiryOf, nistPreset, passwordPolicyDefaults, strengthOf } from '#contract/auth/password-policy.ts'

const none = { minLength: 8, requireUppercase: false, requireLowercase: false, requireNumbers: false, requireSpecialChars: false }

it.each([
  [none, 'Weak'],
  [{ ...none, requireUppercase: true, requireNumbers: true }, 'Weak'],
  [{ ...none, minLength: 12, requireUppercase: true, requireNumbers: true }, 'Medium'],
  [{ ...none, minLength: 11, requireUppercase: true, requireNumbers: true }, 'Weak'],
  [{ ...none, minLength: 12, requireUppercase: true, requireLowercase: true, requireNumbers: true }, 'Strong'],
  [passwordPolicyDefaults, 'Strong'],
  [{ ...passwordPolicyDefaults, ...nistPreset }, 'Weak'],
] as const)('the label of a policy counts its features', (policy, label) => {
  expect(strengthOf(policy)).toBe(label)
})

it('a password expires so many days after it was set, or never', () => {
  const set = new Date('2026-01-01T00:00:00Z')
  expect(expiryOf(set, { maxPasswordAge: 90 })).toEqual(new Date('2026-04-01T00:00:00Z'))
  expect(expiryOf(set, { maxPasswordAge: 0 })).toBeNull()
})
