/** When a token that worked before is replaced, and what is read as a bearer token. */
import { expect, it } from 'vitest'

import type { Reply } from '../kit/token-sim.ts'
import { openBehindTokens } from './token-scene.ts'

const expired = { requestId: 'b', success: false, errors: [{ code: '602', message: 'Access token expired' }], result: [] }

it.each<[string, Reply]>([
  ['400', { status: 400, body: { error: { message: 'Error validating access token: Session has expired' } } }],
  ['403 without a body', { status: 403, body: '' }],
  ['200 with words', { status: 200, body: expired }],
])('a token that was good before and is answered with %s is replaced once', async (_, reply) => {
  let good = 1
  const { sim, deliver } = await openBehindTokens({
    api: ({ authorization }) => (authorization.endsWith(`-${good}`) ? { status: 201 } : reply),
  })
  expect((await deliver('k1')).outcome).toBe('delivered')
  good = 2
  expect((await deliver('k2')).outcome).toBe('delivered')
  good = 3
  expect((await deliver('k3')).outcome).toBe('delivered')
  expect(sim.tokens).toHaveLength(3)
  expect(sim.calls.map(({ key }) => key)).toEqual(['k1', 'k2', 'k2', 'k3', 'k3'])
})

it('what a new token does not mend is taken for an answer to the record, for five minutes', async () => {
  let isBad = true
  const { sim, deliver, pass } = await openBehindTokens({
    api: () => (isBad ? { status: 400, body: { error: 'name is needed' } } : { status: 201 }),
  })
  // The first token is brand-new.
  await deliver('k1')
  expect([sim.tokens.length, sim.calls.length]).toEqual([1, 1])
  isBad = false
  expect((await deliver('k2')).outcome).toBe('delivered')
  isBad = true
  await deliver('k3')
  expect([sim.tokens.length, sim.calls.length]).toEqual([2, 4])
  for (const key of ['k4', 'k5', 'k6']) await deliver(key)
  expect([sim.tokens.length, sim.calls.length]).toEqual([2, 7])
  pass(300_000)
  await deliver('k7')
  expect([sim.tokens.length, sim.calls.length]).toEqual([3, 9])
})

it('a limit, and words about something else, change no token', async () => {
  const replies: Reply[] = [
    { status: 201 },
    { status: 403, headers: { 'retry-after': '1' } },
    { status: 403, headers: { 'x-ratelimit-remaining': '0' } },
    { status: 200, body: { ok: false, error: 'name is needed' } },
    { status: 200, body: { id: 1, note: 'the access token expired' } },
  ]
  const { sim, deliver } = await openBehindTokens({ api: (_, number) => replies[number - 1] ?? null })
  for (const key of ['k1', 'k2', 'k3', 'k4', 'k5']) await deliver(key)
  expect([sim.tokens.length, sim.calls.length]).toEqual([1, 5])
})

it.each([undefined, null, '', 'Bearer', 'BEARER', 'BearerToken', 'bearer_token', 'access_token'])(
  'a token of the type %j is used as a bearer token',
  async (type) => {
    const { sim, deliver } = await openBehindTokens({
      token: () => ({ status: 200, body: { access_token: 'canary-token-1', token_type: type } }),
    })
    expect((await deliver()).outcome).toBe('delivered')
    expect(sim.calls[0]?.authorization).toBe('Bearer canary-token-1')
  },
)
