/** Secrets of settings are write-only (threat T-SEC-2). */
import { expect, it } from 'vitest'
import { maskSecrets, sealSecrets } from '#server/platform/security/settings-secrets.ts'
import { createVault } from '#server/platform/security/vault.ts'

const vault = createVault('key')
const place = { table: 'company_settings', rowId: 'mail', companyId: 'c' }
const secrets = { paths: ['smtp.password'], place, vault }
const sealed = (password: unknown, stored: unknown = null) => sealSecrets({ smtp: { host: 'h', password } }, stored, secrets)
type Kept = { smtp: { password: { keyId: string; ciphertext: string } } }

it('are stored sealed to their place, and shown by their end', () => {
  const stored = sealed('correct-horse-battery') as Kept
  expect(JSON.stringify(stored)).not.toContain('correct')
  expect(vault.open(stored.smtp.password, { ...place, column: 'smtp.password' })).toBe('correct-horse-battery')
  expect(maskSecrets(stored, secrets)).toEqual({ smtp: { host: 'h', password: { set: true, last4: 'tery' } } })
})

it('stay as they are when what was read is saved again', () => {
  const stored = sealed('correct-horse-battery')
  expect(sealSecrets(maskSecrets(stored, secrets), stored, secrets)).toEqual(stored)
})

it('are none where none was given, and a mask makes none', () => {
  for (const none of ['', null, { set: true, last4: 'x' }]) {
    expect(maskSecrets(sealed(none), secrets)).toMatchObject({ smtp: { password: { set: false, last4: '' } } })
  }
  expect(maskSecrets(sealed('short'), secrets)).toMatchObject({ smtp: { password: { set: true, last4: '' } } })
})
