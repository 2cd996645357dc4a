import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { mask, maskEvent, masked } from '#src/inspector/mask.ts'

const canary = 'canary-7f3a'
const secretFields = [
  'password',
  'newPassword',
  'passphrase',
  'passcode',
  'accessToken',
  'refreshToken',
  'token',
  'authorization',
  'Authorization',
  'authorisation',
  'bearer',
  'cookie',
  'Set-Cookie',
  'clientSecret',
  'secret',
  'apiKey',
  'api_key',
  'api-key',
  'x-api-key',
  'privateKey',
  'accessKey',
  'credentials',
  'otp',
  'mfaCode',
  'signature',
]

/** Every way in which a secret field may come along. */
const carriers: readonly (readonly [string, (field: string) => unknown])[] = [
  ['at the top', (field) => ({ [field]: canary })],
  ['deep inside', (field) => ({ context: { standing: [{ inner: { [field]: canary } }] } })],
  ['as a number', (field) => ({ [field]: 90_210 })],
  ['as a list', (field) => ({ [field]: [canary, { more: canary }] })],
  ['as an object', (field) => ({ [field]: { value: canary, inner: { value: canary } } })],
  ['in an error', (field) => Object.assign(new Error('it failed'), { [field]: canary })],
  ['in the cause of an error', (field) => new Error('it failed', { cause: { [field]: canary } })],
  ['in a map', (field) => new Map([[field, canary]])],
  ['beside its name', (field) => ({ headers: [{ key: field, value: canary }] })],
  ['beside its name in a query', (field) => ({ queries: [{ urlKey: field, key: 'other', value: canary }] })],
]

describe.each(carriers)('a secret %s', (_, carry) => {
  it.each(secretFields)('is masked when it is called %s', (field) => {
    const shown = JSON.stringify(mask(carry(field)))
    expect(shown).not.toContain(canary)
    expect(shown).not.toContain('90210')
    expect(shown).toContain(masked)
  })
})

describe('words', () => {
  it.each([
    `Authorization: Bearer ${canary}`,
    `the header was "basic ${canary}=="`,
    `https://shop.test/orders?page=2&access_token=${canary}&limit=5`,
    `https://shop.test/cb#id_token=${canary}`,
    `https://ada:${canary}@shop.test/`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.${canary}`,
  ])('lose the token in %s', (text) => {
    expect(mask({ message: text })).not.toHaveProperty('message', expect.stringContaining(canary))
    expect(JSON.stringify(mask(new Error(text)))).not.toContain(canary)
  })

  it('keep what is no secret', () => {
    const context = {
      email: 'ada@demo.test',
      code: 'auth/invalid-credentials',
      connector: { _id: 'orders', key: 'since' },
      at: null,
    }
    expect(mask(context)).toEqual(context)
    expect(mask({ url: 'https://shop.test/orders?page=2' })).toEqual({ url: 'https://shop.test/orders?page=2' })
  })
})

describe('an event', () => {
  it('whose type names a secret carries one, whatever its field is called', () => {
    expect(maskEvent({ type: 'user.wrotePassword', text: canary } as { type: string })).toEqual({
      type: 'user.wrotePassword',
      text: masked,
    })
  })

  it('keeps its type and what else it carries', () => {
    const event = { type: 'xstate.done.actor.signIn', output: { accessToken: canary, user: { email: 'ada@demo.test' } } }
    expect(maskEvent(event)).toEqual({
      type: 'xstate.done.actor.signIn',
      output: { accessToken: masked, user: { email: 'ada@demo.test' } },
    })
  })

  it('shows whether a secret is there at all', () => {
    expect(mask({ password: '', token: null })).toEqual({ password: '', token: null })
  })
})

describe('anything', () => {
  it('is copied, never touched, and always comes out as something that can be written', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true, withTypedArray: true }), (it) => {
        const before = structuredClone(it)
        expect(() => JSON.stringify(mask(it))).not.toThrow()
        expect(() => structuredClone(mask(it))).not.toThrow()
        expect(it).toEqual(before)
      }),
    )
  })

  it('that leads back to itself ends', () => {
    const loop: Record<string, unknown> = { name: 'loop' }
    loop['self'] = loop
    expect(mask(loop)).toEqual({ name: 'loop', self: '[again]' })
  })

  it('that is deep, long or wide is cut, and says so', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)
    expect(JSON.stringify(mask(deep))).toContain('[deeper]')
    expect(mask(Array.from({ length: 103 }, () => 1))).toHaveProperty('100', '… 3 more')
    expect(mask('x'.repeat(2_005))).toMatch(/^x{2000}… 5 more characters$/)
    expect(mask(Object.fromEntries(Array.from({ length: 104 }, (_, index) => [`k${index}`, 1])))).toHaveProperty('…', '4 more')
  })

  it('calls no getter', () => {
    let calls = 0
    const sly = {
      get price() {
        calls += 1
        return 1
      },
    }
    expect(mask(sly)).toEqual({ price: '[computed]' })
    expect(calls).toBe(0)
  })
})

it('copies a graph in which each thing is reached along many paths, and each of its things once', () => {
  let reads = 0
  const levels = Array.from({ length: 39 }, () => ({}) as { left?: object; right?: object; name?: string })
  for (const [at, level] of levels.entries()) {
    const next = levels[at + 1]
    Object.assign(level, next === undefined ? { name: 'end' } : { left: next, right: next })
  }
  const counted = new Proxy(levels[38] ?? {}, {
    ownKeys: (of) => {
      reads += 1
      return Reflect.ownKeys(of)
    },
  })
  Object.assign(levels[37] ?? {}, { left: counted, right: counted })
  // Along every path it would be copied 2 to the power of 37 times.
  const copied = mask(levels[0], { depth: 60, items: 100, text: 100, isOnce: true })
  expect(reads).toBe(1)
  expect(JSON.stringify(copied).match(/"end"/g)).toHaveLength(1)
  expect(copied).toMatchObject({ right: '[again]' })
})
