import { expect, it } from 'vitest'

import { withScheme } from '#src/machines/builder/systems/side-config.ts'

it.each([
  ['api.example.com/orders', 'https://api.example.com/orders'],
  [' api.example.com:8443?a=1', 'https://api.example.com:8443?a=1'],
  ['localhost:3000/orders', 'http://localhost:3000/orders'],
  ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['192.168.0.9/x', 'http://192.168.0.9/x'],
])('an address without its scheme gets the usual one: %s', (typed, whole) => {
  expect(withScheme(typed)).toBe(whole)
})

it.each(['https://api.example.com', 'ftp://api.example.com', 'orders', '{{base}}/orders', '/orders', 'a@example.com', ''])(
  'what has a scheme, or is no host, stays as it was typed: %s',
  (typed) => {
    expect(withScheme(typed)).toBe(typed)
  },
)
