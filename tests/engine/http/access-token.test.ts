/** OAuth2 client credentials: one token for many requests, renewed in time, and never shown. */
import { expect, it, onTestFinished } from 'vitest'

import type { Outcome } from '#server/engine/kit/kind.ts'
import { boundTo } from '#server/platform/security/secret-origins.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { configFor, ended, openRunOf, settleIn, startEngine, testVault } from '../kit/stage.ts'
import { type Asked, type Reply, startTokens, type TokenSim } from '../kit/token-sim.ts'
import { basic, given, openBehindTokens, secret } from './token-scene.ts'

it('asks once for many requests at the same time, with the secret in the header and the form that the standard wants', async () => {
  const { sim, deliver } = await openBehindTokens()
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => deliver(`k${at}`)))
  expect(outcomes.every(({ outcome }) => outcome === 'delivered')).toBe(true)
  expect(sim.tokens.map(({ headers: _, ...request }) => request)).toEqual([
    { path: '/token', authorization: basic, key: '', body: 'grant_type=client_credentials&scope=write+all' },
  ])
  expect(new Set(sim.calls.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer canary-token-1']))
})

it('renews a token before it ends: a minute before, or a tenth of a short life', async () => {
  const { sim, deliver, pass } = await openBehindTokens({ token: (_, number) => given(number, number === 1 ? 3_600 : '100') })
  await deliver()
  pass(3_539_000)
  await deliver()
  expect(sim.tokens).toHaveLength(1)
  pass(1_000)
  await deliver()
  expect(sim.tokens).toHaveLength(2)
  pass(89_000)
  await deliver()
  expect(sim.tokens).toHaveLength(2)
  pass(1_000)
  await deliver()
  expect(sim.tokens).toHaveLength(3)
})

it('takes the other way of proof where a server knows only that, and remembers it', async () => {
  const token = ({ authorization }: Asked, number: number): Reply =>
    authorization ? { status: 401, body: { error: 'invalid_client' } } : given(number, 60)
  const { sim, deliver, pass } = await openBehindTokens({ token })
  expect((await deliver()).outcome).toBe('delivered')
  pass(60_000)
  expect((await deliver()).outcome).toBe('delivered')
  expect(sim.tokens.map(({ authorization }) => authorization)).toEqual([basic, '', ''])
  expect(Object.fromEntries(new URLSearchParams(sim.tokens[1]?.body))).toMatchObject({
    client_id: 'my id',
    client_secret: secret,
  })
})

it('a token that the API refuses is replaced once, and the request goes again under its key', async () => {
  const { sim, deliver } = await openBehindTokens({
    api: ({ authorization }) => ({ status: authorization.endsWith('-1') ? 401 : 201 }),
  })
  expect((await deliver('k7')).outcome).toBe('delivered')
  expect(sim.calls.map(({ key, authorization }) => [key, authorization])).toEqual([
    ['k7', 'Bearer canary-token-1'],
    ['k7', 'Bearer canary-token-2'],
  ])
  expect((await deliver('k8')).outcome).toBe('delivered')
  expect(sim.tokens).toHaveLength(2)
})

it('an API that refuses every token is asked twice and not more', async () => {
  const { sim, deliver } = await openBehindTokens({
    api: ({ authorization }) => ({ status: 401, body: { said: authorization } }),
  })
  const outcome = await deliver()
  expect(outcome).toMatchObject({
    outcome: 'refused',
    about: 'caller',
    problem: { code: 'destination/refused', answer: { status: 401 } },
  })
  expect([sim.calls.length, sim.tokens.length]).toEqual([2, 2])
  expect(JSON.stringify(outcome)).not.toContain('canary')
})

it.each<[string, Reply | null, Partial<Outcome>, string]>([
  [
    'gives a reason',
    { status: 403, body: { error: 'access_denied', error_description: `Not allowed for ${secret}` } },
    { outcome: 'refused', about: 'caller' },
    'returned 403: access_denied, "Not allowed for',
  ],
  ['hangs up', null, { outcome: 'retry' }, "didn't respond (unreachable)"],
  [
    'is down',
    { status: 503, headers: { 'retry-after': '3' } },
    { outcome: 'retry', problem: expect.objectContaining({ retryAfter: 3_000 }) } as never,
    'returned 503',
  ],
  [
    'refuses the scope',
    { status: 400, body: { error: 'invalid_scope', said: secret } },
    { outcome: 'refused', about: 'caller' },
    'returned 400',
  ],
  [
    'redirects',
    { status: 302, headers: { location: 'http://127.0.0.1/' } },
    { outcome: 'refused', about: 'caller' },
    'which would turn POST into GET',
  ],
  [
    'answers something else',
    { status: 200, body: { token: 'canary-token-x' } },
    { outcome: 'refused', about: 'caller' },
    'contains no access_token',
  ],
  ['answers HTML', { status: 200, body: '<html>' }, { outcome: 'refused', about: 'caller' }, 'contains no access_token'],
  [
    'gives a token of another type',
    { status: 200, body: { access_token: 'canary-token-x', token_type: 'mac' } },
    { outcome: 'refused' },
    'not a Bearer token',
  ],
  [
    'gives a token that no header can carry',
    { status: 200, body: { access_token: 'a\r\nb' } },
    { outcome: 'refused' },
    'contains no access_token',
  ],
])('a token endpoint that %s: nothing is sent, and its answer is shown without secrets', async (_, reply, wanted, words) => {
  const { sim, deliver } = await openBehindTokens({ token: () => reply })
  const outcome = await deliver()
  expect(outcome).toMatchObject(wanted)
  expect(outcome).toMatchObject({ problem: { message: expect.stringContaining(words) } })
  expect(sim.calls).toEqual([])
  const text = JSON.stringify(outcome)
  expect(text).not.toContain('canary')
  if (reply?.status === 400) expect(text).toContain('invalid_scope')
})

it('belongs to its connector alone', async () => {
  const { sim, deliver, openFor } = await openBehindTokens()
  await deliver('k1')
  await deliver('k2', await openFor('b'))
  expect(sim.tokens).toHaveLength(2)
})

it('a request that is taken back does not wait for its token, and the others get it', async () => {
  const asked = Promise.withResolvers<void>()
  const slow = await openBehindTokens({
    token: (_, number) => {
      asked.resolve()
      return given(number)
    },
  })
  const cut = new AbortController()
  const first = slow.deliver('k1', undefined, cut.signal)
  const second = slow.deliver('k2')
  cut.abort()
  expect((await first).outcome).toBe('retry')
  await asked.promise
  expect((await second).outcome).toBe('delivered')
  expect(slow.sim.calls.map(({ key }) => key)).toEqual(['k2'])
})

describeOnEachDatabase('a run with tokens', (openDatabase) => {
  it('moves everything with one token for each side, and keeps neither tokens nor secrets', async () => {
    const { database } = await openDatabase()
    const place = await settleIn(database)
    const said = (asked: Asked): Reply => ({ status: 422, body: { error: `no ${asked.authorization}` } })
    const source: TokenSim = await startTokens({
      token: (_, number) => given(number),
      api: () => ({ status: 200, body: [{ id: 1 }, { id: 2 }, { id: 3 }] }),
    })
    const destination: TokenSim = await startTokens({ token: (_, number) => given(number + 100), api: said })
    const refFor = async ({ origin }: TokenSim) => {
      const ref = newSecretRef(secret)
      await addSecret(database.db, testVault, { ...place, ref, origin: boundTo(origin, origin), plain: secret })
      return ref
    }
    const authOf = async (sim: TokenSim) => ({
      type: 'oauth2ClientCredentials',
      tokenUrl: sim.tokenUrl,
      clientId: 'c',
      clientSecret: await refFor(sim),
    })
    const base = configFor({ source: `${source.origin}/all`, destination: `${destination.origin}/import`, paging: null })
    const config = {
      ...base,
      source: { ...base.source, auth: await authOf(source) },
      destination: { ...base.destination, auth: await authOf(destination) },
    }
    const engine = startEngine(database)
    onTestFinished(async () => {
      await engine.stop()
      await source.close()
      await destination.close()
    })
    const run = await ended(database, place, await openRunOf(database, place, config))
    expect(run).toMatchObject({ recordsRead: 3, recordsFailed: 3 })
    expect([source.tokens.length, destination.tokens.length, destination.calls.length]).toEqual([1, 1, 3])
    const kept = await Promise.all(
      (['attempts', 'transactions', 'source_pages', 'runs', 'connector_versions'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(kept)).toContain('no Bearer ••••')
    expect(JSON.stringify(kept)).not.toContain('canary')
    // The secret is meant for its token endpoint: with another one it is not sent.
    const stolen = { ...config, source: { ...config.source, auth: { ...config.source.auth, tokenUrl: destination.tokenUrl } } }
    const second = await ended(database, place, await openRunOf(database, place, stolen))
    expect(second).toMatchObject({ status: 'failed', error: { code: 'connector/invalid' } })
    expect(destination.tokens).toHaveLength(1)
  })
})
