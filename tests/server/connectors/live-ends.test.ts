/** How a stream ends, what waits for a slow reader, and what another process hears. */
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import { refusal } from '#contract/kit/problem.ts'
import { moveConnector } from '#server/features/connectors/details/connectors.repository.ts'
import type { Look } from '#server/features/connectors/live/connector-states.ts'
import { createLive } from '#server/features/connectors/live/live.ts'
import { openStream } from '#server/features/connectors/live/stream.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { createAccess } from '#server/platform/security/access.ts'
import { createTokens } from '#server/platform/security/tokens.ts'
import { describeOnEachKind, makeConnector, openTestServer } from '../kit/test-server.ts'
import { readLive } from './live-readers.ts'

/** Milliseconds: each of them opens a house of its own, and the machine may be busy with other tests. */
const opening = 120_000

describe('the end of a stream', () => {
  it('has a reason when the server goes, and the server does not wait for its readers', { timeout: opening }, async () => {
    const server = await openTestServer({ graphFree: true })
    const { connector } = await makeConnector(server)
    const reader = await readLive(server, 'userA', connectorLive.text, { ids: [connector._id] })
    await reader.next()
    const begun = performance.now()
    await server.close()
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(await reader.ended).toMatchObject({ code: 'live/ended', status: 503, retryable: true })
  })

  it('comes with the end of the session, and with a sign of life it goes on', { timeout: opening }, async () => {
    const server = await openTestServer()
    const { database, masterKey, sessions } = server
    const app = fastify()
    const live = createLive(app, { database, isRead: true, beat: 20 })
    const tokens = createTokens(masterKey)
    const authorization = `Bearer ${sessions.userA.accessToken}`
    // Another process: nobody tells it that a session has ended.
    const check = () =>
      createAccess({ db: database.db, tokens })
        .identify(authorization)
        .then(() => {})
    const caller = await createAccess({ db: database.db, tokens }).identify(authorization)
    const stream = await live.open({ caller, check, signal: new AbortController().signal }, { ids: null, what: ['run'] })
    expect((await stream.next()).value).toMatchObject({ missed: true })
    expect((await stream.next()).value).toMatchObject({ id: null, missed: false })
    await server.ask('POST', '/api/auth/sign-out', { as: 'userA' })
    const toTheEnd = async () => {
      for await (const told of stream) expect(told).toMatchObject({ id: null })
    }
    await expect(toTheEnd()).rejects.toMatchObject({ problem: { code: 'auth/token-invalid', status: 401 } })
    expect(live.count()).toBe(0)
    await app.close()
    await server.close()
  })

  it('frees everything when the reader goes', { timeout: opening }, async () => {
    const server = await openTestServer()
    const app = fastify()
    const live = createLive(app, { database: server.database, isRead: true })
    const caller = await createAccess({ db: server.database.db, tokens: createTokens(server.masterKey) }).identify(
      `Bearer ${server.sessions.userA.accessToken}`,
    )
    const leaving = new AbortController()
    const stream = await live.open({ caller, check: async () => {}, signal: leaving.signal }, { ids: null, what: ['run'] })
    await stream.next()
    const waiting = stream.next()
    leaving.abort()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(live.count()).toBe(0)
    await app.close()
    await server.close()
  })
})

it('keeps a bounded number for a reader that does not read, and then tells it to read again', async () => {
  let looks = 0
  const look: Look = async (id) => {
    looks += 1
    return { companyId: 'c', connector: { _id: id, userId: 'u' }, triggered: {} } as never
  }
  const stream = openStream({
    wish: { ids: null, what: ['run'] },
    sight: { companyId: 'c', ownerId: null },
    beatEvery: 1_000_000,
    checkEvery: 1_000_000,
    check: () => Promise.reject(refusal('auth/token-expired')),
    released: () => {},
  })
  for (let at = 0; at < 100; at += 1) for (let id = 0; id < 100; id += 1) stream.offer(`${id}`, look)
  const heard = []
  for (let at = 0; at < 100; at += 1) heard.push((await stream.next()).value.id)
  expect([new Set(heard).size, looks]).toEqual([100, 100])
  for (let id = 0; id < 101; id += 1) stream.offer(`${id}`, look)
  expect((await stream.next()).value).toMatchObject({ id: null, missed: true })
  stream.offer('last', look)
  expect((await stream.next()).value).toMatchObject({ id: 'last' })
  await stream.return?.()
})

describeOnEachKind('two processes', (kind) => {
  if (kind === 'embedded') {
    it('are never there: the database belongs to one', { timeout: opening }, async () => {
      const server = await openTestServer({}, kind)
      expect(server.database.listen).toBeNull()
      await server.close()
    })
    return
  }
  it('hear what the other one changes', { timeout: opening }, async () => {
    const server = await openTestServer({ graphFree: true }, kind)
    const other = await openDatabase(server.place)
    const app = fastify()
    const live = createLive(app, { database: other, isRead: true })
    const { connector } = await makeConnector(server)
    const caller = await createAccess({ db: other.db, tokens: createTokens(server.masterKey) }).identify(
      `Bearer ${server.sessions.userA.accessToken}`,
    )
    const reader = { caller, check: async () => {}, signal: new AbortController().signal }
    const stream = await live.open(reader, { ids: [connector._id], what: ['connector'] })
    expect((await stream.next()).value).toMatchObject({ connector: { connector: { status: 'Draft' } } })
    // Told again until the other one listens, which it says to nobody.
    const heard = stream.next()
    let isHeard = false
    void heard.then(() => {
      isHeard = true
    })
    await expect
      .poll(async () => {
        await moveConnector(server.database.db, { companyId: server.companies.A, ownerId: null }, connector._id, {
          from: ['Draft', 'Active'],
          to: { status: 'Active', reason: 'Changed elsewhere.', next: '' },
        })
        return isHeard
      })
      .toBe(true)
    expect((await heard).value).toMatchObject({ connector: { connector: { statusReason: 'Changed elsewhere.' } } })
    const bell = await live.open(reader, { ids: [caller.userId, caller.companyId], what: ['bell'] })
    expect((await bell.next()).value).toMatchObject({ missed: true })
    const rung = bell.next()
    const { companyId, userId } = caller
    await queueMessage(server.database.db, { companyId, userId, channel: 'email', to: 'a@b.test', subject: 'Rings', text: '' })
    expect((await rung).value).toMatchObject({ id: null, missed: true })
    await app.close()
    await other.close()
    await server.close()
  })
})
