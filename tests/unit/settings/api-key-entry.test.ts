/** What is written of an API key, and the form that is sent. */
import { expect, it } from 'vitest'
import { apiKeyRates } from '#contract/settings/api-key-limits.ts'
import { faultOfKeyField, isKeyComplete, keyEntryOf, keyFormOf, withPermission } from '#src/machines/settings/api-key-entry.ts'
import { isAddress, isAddressOrNetwork, isSubnetOf } from '#src/machines/settings/ip-text.ts'

const complete = { ...keyEntryOf(null), name: 'Warehouse', permissions: 'users:read' }

it('is complete with a name and a permission, and with what its switches ask for', () => {
  expect(isKeyComplete(keyEntryOf(null))).toBe(false)
  expect(isKeyComplete(complete)).toBe(true)
  for (const change of [
    { name: ' ' },
    { permissions: '' },
    { requestsPerMinute: '' },
    { requestsPerHour: '0' },
    { requestsPerDay: '1000001' },
    { expiresOn: '2026-13-01' },
    { isRestricted: 'yes' },
    { isRestricted: 'yes', allowedIPs: '10.0.0.1\n999.0.0.1' },
  ])
    expect(isKeyComplete({ ...complete, ...change }), JSON.stringify(change)).toBe(false)
  expect(isKeyComplete({ ...complete, isLimited: '', requestsPerDay: 'none' })).toBe(true)
  expect(isKeyComplete({ ...complete, isRestricted: 'yes', allowedIPs: '10.0.0.1\n10.0.0.0/8 2001:db8::/32' })).toBe(true)
})

it('is sent as it was written, with the end of the day and the defaults of limits that are off', () => {
  const entry = { ...complete, expiresOn: '2027-03-31', isLimited: '', requestsPerDay: 'none', isRestricted: 'yes' }
  expect(keyFormOf({ ...entry, allowedIPs: ' 10.0.0.1, ::1 ' })).toEqual({
    ...{ name: 'Warehouse', description: '', enabled: true, expiresAt: '2027-03-31T23:59:59.999Z' },
    permissions: ['users:read'],
    rateLimiting: { enabled: false, ...apiKeyRates },
    ipRestrictions: { enabled: true, allowedIPs: ['10.0.0.1', '::1'] },
  })
})

it('begins with the key as it is', () => {
  const form = keyFormOf({ ...complete, expiresOn: '2027-03-31', isRestricted: 'yes', allowedIPs: '10.0.0.1' })
  const rest = { id: '', key: '', status: 'Active', createdAt: '', revision: 1, lastUsedAt: null, lastUsedFrom: null } as const
  const createdBy = { id: '', name: '', email: '', role: 'ADMIN' } as const
  expect(keyFormOf(keyEntryOf({ ...form, ...rest, createdBy, previousUntil: null }))).toEqual(form)
})

it('keeps permissions in the order of the catalogue', () => {
  const two = withPermission({ permissions: 'audit:read' }, 'users:read', true)
  expect(two).toBe('users:read audit:read')
  expect(withPermission({ permissions: two }, 'audit:read', false)).toBe('users:read')
})

it('says which address is none', () => {
  expect(faultOfKeyField({ ...complete, isRestricted: 'yes', allowedIPs: '10.0.0.256' }, 'allowedIPs')).toBe('Invalid IP address')
  expect(faultOfKeyField({ ...complete, allowedIPs: 'here' }, 'allowedIPs')).toBeUndefined()
})

it.each(['10.0.0.1', '255.255.255.255', '::1', '2001:db8::5', '::ffff:10.0.0.1'])('%s is an address', (text) => {
  expect(isAddress(text)).toBe(true)
})
it.each(['', '10.0.0', '10.0.0.256', '1e1.0.0.1', '::g', ':::', '10.0.0.1:80', '[::1]'])('%s is no address', (text) => {
  expect(isAddress(text)).toBe(false)
})
it('knows the length that a prefix may have', () => {
  expect([isSubnetOf('10.0.0.0', '/32'), isSubnetOf('10.0.0.0', '/33'), isSubnetOf('::', '/128'), isSubnetOf('::', '8')]).toEqual(
    [...[true, false, true, false]],
  )
  expect([isAddressOrNetwork('10.0.0.0/8'), isAddressOrNetwork('10.0.0.0/'), isAddressOrNetwork('1.1.1.1/8/8')]).toEqual([
    ...[true, false, false],
  ])
})
