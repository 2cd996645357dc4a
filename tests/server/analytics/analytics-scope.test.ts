/** Whose figures a person is told, and which questions are refused. */
import { expect, it } from 'vitest'

import type { Problem } from '#contract/kit/problem.ts'
import { demoConfig } from '#server/features/library/ready-made/demo-connector.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createTestServer, describeOnEachKind, goodConfig, type Who } from '../kit/test-server.ts'
import { analyticsOf, between, lines, thisMinute } from './analytics-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const elsewhere = '0197a000-0000-7000-8000-000000000000'

describeOnEachKind('figures of connectors, seen and asked', (kind) => {
  const server = createTestServer({}, kind)
  const { ask, dashboard, statistic, moved, made } = analyticsOf(server)

  it('knows the connectors that speak with the sandbox only', async () => {
    const { sandboxOrigin } = readConfig({})
    const demo = demoConfig(sandboxOrigin)
    const sandbox = await made('otherA', demo)
    const half = await made('otherA', { ...demo, destination: goodConfig.destination })
    const above = await made('otherA', { ...demo, source: { ...demo.source, url: `${sandboxOrigin}/sandbox/../api/users/me` } })
    const token = {
      type: 'oauth2ClientCredentials',
      tokenUrl: 'https://login.example.com/token',
      clientId: 'x',
      clientSecret: 'y',
    } as const
    const signedIn = await made('otherA', { ...demo, destination: { ...demo.destination, auth: token } })
    const at = thisMinute() - 5 * minute
    await moved(sandbox, [[at, lines(1)]])
    for (const id of [half, above, signedIn]) await moved(id, [[at, lines(10)]])
    const range = between(at - minute, at + minute)
    const of = async (environment: string) => (await dashboard({ ...range, environment }, 'otherA')).volumeAnalysis.sums.total
    expect([await of('sandbox'), await of('production')]).toEqual([1, 30])
    expect((await dashboard(range, 'otherA')).volumeAnalysis.sums.total).toBe(31)
    const named = await dashboard({ ...range, environment: 'sandbox', integrationIds: [sandbox, half] }, 'otherA')
    expect(named).toMatchObject({ integrations: 1, volumeAnalysis: { sums: { total: 1 } } })
    const everybody = await dashboard({ ...range, environment: 'production' }, 'adminA')
    const nobody = await dashboard({ ...range, environment: 'sandbox' }, 'adminA')
    const all = await dashboard(range, 'adminA')
    expect(nobody.volumeAnalysis.sums.total).toBe(1)
    expect(everybody.volumeAnalysis.sums.total).toBe(all.volumeAnalysis.sums.total - 1)
    expect(everybody.integrations + nobody.integrations).toBe(all.integrations)
  })

  it('tells a person of their own connectors, deleted ones included, and nobody of those of others', async () => {
    const [own, other] = [await made('userA'), await made('otherA')]
    const at = thisMinute() - 200 * day
    await moved(own, [[at, lines(3)]])
    await moved(other, [[at, lines(5)]])
    const range = between(at - hour, at + hour)
    const total = async (as: Who) => (await dashboard(range, as)).volumeAnalysis.sums.total
    expect([await total('userA'), await total('otherA'), await total('adminA'), await total('adminB')]).toEqual([3, 5, 8, 0])
    for (const ids of [[other], [own, other], [elsewhere]]) {
      const reply = await ask({ ...range, integrationIds: ids })
      expect([reply.statusCode, reply.json<Problem>().code]).toEqual([404, 'connector/not-found'])
    }
    expect((await statistic(`integrationId=${other}`)).statusCode).toBe(404)
    expect((await statistic(`integrationId=${own}`, 'adminB')).statusCode).toBe(404)
    expect((await server.ask('DELETE', `/api-connectors/${own}`, { as: 'userA' })).statusCode).toBeLessThan(300)
    expect([await total('userA'), await total('adminA')]).toEqual([3, 8])
    expect((await ask({ ...range, integrationIds: [own] })).statusCode).toBe(404)
  })

  it('refuses times and intervals that cannot be told, and says what can', async () => {
    const now = Date.now()
    const refused = async (body: object) => {
      const reply = await ask(body)
      const { code, allowed, errors = [], message } = reply.json<Problem>()
      expect([reply.statusCode, errors.length > 0, message.length > 0], reply.body).toEqual([400, true, true])
      return allowed === undefined ? code : [code, ...allowed]
    }
    expect(await refused(between(now, now - hour))).toBe('analytics/range-reversed')
    expect(await refused(between(now, now))).toBe('analytics/range-empty')
    expect(await refused(between(Date.parse('1980-01-01T00:00:00Z'), Date.parse('2079-12-31T00:00:00Z')))).toBe(
      'analytics/range-too-long',
    )
    expect(await refused({ ...between(now - hour, now), zone: 'Mars/Olympus' })).toBe('analytics/zone-unknown')
    const notAllowed = 'analytics/interval-not-allowed'
    expect(await refused({ ...between(now - day, now), interval: 'minute' })).toEqual([notAllowed, 'hour', 'day'])
    expect(await refused({ ...between(now - 400 * day, now), interval: 'day' })).toEqual([notAllowed, 'month'])
    expect(await refused({ ...between(now - 200 * day, now - 200 * day + hour), interval: 'minute' })).toEqual([
      notAllowed,
      'hour',
    ])
    for (const wrong of [
      { startDate: '2016-12-31T23:59:60Z' },
      { startDate: 'yesterday' },
      { interval: 'second' },
      { maxPoints: 5 },
      { integrationIds: ['x'] },
    ])
      expect(await refused({ ...between(now - hour, now), ...wrong })).toBe('request/malformed')
    const id = await made()
    const { startDate, endDate } = between(now, now - hour)
    const reply = await statistic(`integrationId=${id}&startDate=${startDate}&endDate=${endDate}`)
    expect([reply.statusCode, reply.json<Problem>().code]).toEqual([400, 'analytics/range-reversed'])
    expect((await ask({ ...between(now - hour, now) }, null)).statusCode).toBe(401)
  })

  it('tells by the day when nothing else is asked for, and by what is usual where days are not told', async () => {
    const now = Date.now()
    const interval = async (from: number, span: number) => (await dashboard(between(from, from + span))).interval
    for (const [span, usual] of [
      [day - minute, 'minute'],
      [day, 'day'],
      [7 * day - 1, 'day'],
      [7 * day, 'day'],
      [30 * day - 1, 'day'],
      [30 * day, 'week'],
      [90 * day, 'month'],
    ] as const)
      expect([span / day, await interval(now - span, span)]).toEqual([span / day, usual])
    expect(await interval(now - 99 * day + minute, hour)).toBe('minute')
    expect(await interval(now - 99 * day - 1, hour)).toBe('hour')
  })

  it('refuses the same times of a list of transactions, whose ends may be open, or equal where both are in it', async () => {
    const id = await made()
    const asked = async (path: string, query: object) => {
      const reply = await server.ask('GET', `${path}?${new URLSearchParams({ ...query })}`, { as: 'userA' })
      return reply.statusCode === 200
        ? 200
        : [reply.statusCode, reply.json<Problem>().code, reply.json<Problem>().errors?.[0]?.path]
    }
    const now = Date.now()
    const list = `/api/analytics/transactions/${id}`
    const [ended, begun] = [between(now - hour, now - hour), between(now + hour, now + hour)]
    for (const path of [list, `/api-connectors/${id}/investigation`, `/api-connectors/${id}/investigation/export`]) {
      const of = (query: object) => asked(path, query)
      expect(await of(between(now, now - 1)), path).toEqual([400, 'analytics/range-reversed', '/query/endDate'])
      const long = between(now - 3_653 * day - 1, now)
      expect(await of(long), path).toEqual([400, 'analytics/range-too-long', '/query/startDate'])
      for (const possible of [
        ...[{}, between(now, now), between(now - hour, now), between(now - 3_653 * day, now)],
        ...[{ endDate: ended.endDate }, { startDate: begun.startDate }, { startDate: '1970-01-01T00:00:00Z' }],
        { startDate: '2026-06-01T02:00:00+02:00', endDate: '2026-06-01T00:00:00Z' },
      ])
        expect([path, possible, await of(possible)]).toEqual([path, possible, 200])
    }
    const problem = '0'.repeat(32)
    expect(await asked(list, { problem, ...between(now, now) })).toEqual([400, 'analytics/range-empty', '/query/endDate'])
    expect(await asked(list, { problem, ...between(now - 1, now) })).toBe(200)
  })
})
