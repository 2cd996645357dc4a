import { expect, it } from 'vitest'

import { addressKey } from '#server/platform/http/call-limit.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:DB8:1:3::1', '2001:db8:1:3::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (ip, key) => expect(addressKey(ip)).toBe(key))
