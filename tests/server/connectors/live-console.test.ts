/** The console's own services against a real server: what they ask, hear and say when it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whoAmI } from '#contract/auth/person.graphql.ts'
import { readTimeline } from '#contract/connectors/details/details.graphql.ts'
import type { LiveChange } from '#contract/connectors/details/live.graphql.ts'
import { type Problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { watchConnectors } from '#src/services/connectors/details/live.service.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { askGraph } from '#src/services/kit/graphql/graph-read.ts'
import { createTestServer, makeConnector, type Who } from '../kit/test-server.ts'
import { listening } from './live-readers.ts'

const house = createTestServer()
const staying = new AbortController().signal
/** Services of the browser ask the place that the page came from. */
beforeAll(async () => {
  Object.assign(globalThis, { location: { origin: await listening(house) } })
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'location')
  // A watch that began with a 401 leaves one connection open, and why is not known. As the product does, the server ends it some time after it was asked to close.
  setTimeout(() => house.app.server.closeAllConnections(), 500)
})

/** Lets in as somebody; `old` is tried first, and renewed when it is refused. */
function accessOf(who: Who, old?: string): Access & { readonly renewed: string[] } {
  const renewed: string[] = []
  return {
    renewed,
    bearer: () => (old !== undefined && renewed.length === 0 ? old : house.sessions[who].accessToken),
    renew: async (used) => void renewed.push(used),
  }
}

/** A watch, and what it tells as it is asked for. */
function watching(access: Access, ids: readonly string[]) {
  const heard: (LiveChange | Problem)[] = []
  let wake = () => {}
  const hear = (it: LiveChange | Problem) => {
    heard.push(it)
    wake()
  }
  const leave = watchConnectors(access, ids, { heard: hear, ended: hear })
  async function next(): Promise<LiveChange | Problem> {
    for (;;) {
      const it = heard.shift()
      if (it) return it
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { next, leave, left: heard }
}

const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (thrown: unknown) => toProblem(thrown),
  )

describe('a single read', () => {
  it('gives the answer, after a refused token with another one', async () => {
    const access = accessOf('userA', 'not-a-token')
    const { me } = await askGraph(access, whoAmI, {}, staying)
    expect(me).toMatchObject({ id: house.ids.userA, email: 'usera@example.test' })
    expect(access.renewed).toEqual(['not-a-token'])
  })

  it('fails with the problem that the server tells, in a part of the answer and of a whole question', async () => {
    const { connector } = await makeConnector(house, 'adminB')
    const variables = { id: connector._id } as never
    expect(await problemOf(askGraph(accessOf('userA'), readTimeline, variables, staying))).toMatchObject({
      code: expect.stringMatching(/^(connector\/not-found|graph\/invalid)$/),
    })
    expect(await problemOf(askGraph(accessOf('userA'), { text: '{ me { email } }' }, {}, staying))).toMatchObject({
      code: 'graph/document-unknown',
      status: 400,
    })
  })
})

describe('a watch', () => {
  it('tells how it is, after a refused token with another one, and then what changes', async () => {
    const { connector } = await makeConnector(house)
    const access = accessOf('userA', 'not-a-token')
    const { next, leave } = watching(access, [connector._id])
    expect(await next()).toMatchObject({ id: connector._id, connector: { name: 'Orders', status: 'Draft', newestRun: null } })
    expect(access.renewed).toEqual(['not-a-token'])
    const body = { connector: { name: 'Renamed' } }
    await house.ask('PATCH', `/api-connectors/connectors/${connector._id}`, { as: 'userA', body })
    // How it was may be told once more: the change that made it is heard late on a busy machine.
    for (let told = await next(); !('connector' in told && told.connector?.name === 'Renamed'); told = await next())
      expect(told).toMatchObject({ connector: { name: 'Orders' } })
    leave()
  })

  it('ends with the reason of the server', async () => {
    const { connector } = await makeConnector(house, 'adminB')
    const { next } = watching(accessOf('userA'), [connector._id])
    expect(await next()).toMatchObject({ code: 'connector/not-found', status: 404 })
  })

  it('ends with what the session says when there is no other token', async () => {
    const access: Access = { bearer: () => 'not-a-token', renew: () => Promise.reject(refusal('auth/refresh-failed')) }
    const { next } = watching(access, [house.ids.userA])
    expect(await next()).toMatchObject({ code: 'auth/refresh-failed' })
  })

  it('says that nobody is there', async () => {
    const { origin } = location
    Object.assign(globalThis, { location: { origin: 'http://127.0.0.1:9' } })
    const { next } = watching(accessOf('userA'), [house.ids.userA])
    expect(await next()).toMatchObject({ code: 'net/unreachable' })
    Object.assign(globalThis, { location: { origin } })
  })

  it('tells nothing any more to whoever has left, and frees its place', async () => {
    const { connector } = await makeConnector(house, 'otherA')
    const gone: { readonly left: readonly unknown[]; readonly count: number }[] = []
    for (let times = 0; times < 25; times += 1) {
      const { next, leave, left } = watching(accessOf('otherA'), [connector._id])
      // One person may have twenty: the twenty-first comes only when those before are gone.
      const first = await next()
      if ('code' in first) expect(first.code).toBe('live/too-many')
      leave()
      gone.push({ left, count: left.length })
    }
    const last = async () => {
      const { next, leave } = watching(accessOf('otherA'), [connector._id])
      const first = await next()
      leave()
      return 'id' in first
    }
    await expect.poll(last).toBe(true)
    const { next, leave } = watching(accessOf('otherA'), [connector._id])
    await next()
    await house.ask('PATCH', `/api-connectors/connectors/${connector._id}`, {
      as: 'otherA',
      body: { connector: { name: 'Later' } },
    })
    for (let told = await next(); !('connector' in told && told.connector?.name === 'Later'); told = await next());
    leave()
    for (const { left, count } of gone) expect(left).toHaveLength(count)
  })
})
