/** Several destinations of one connector: each gets its own records once, and one that is away holds only its own. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play, type Scene } from '../kit/scene.ts'
import { configFor, eventually, isOver } from '../kit/stage.ts'
import { atLeast, atMost, from, second, upTo, withSecond } from '../kit/two-destinations.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const idsOf = ({ effects }: Scene['destination']) => [...effects.keys()].toSorted((a, b) => Number(a) - Number(b))
const times = ({ effects }: Scene['destination']) => new Set(effects.values())

/** Lines of the ledger and of the outbox, by the number of their destination. */
async function linesByRoute({ database, run }: Scene): Promise<Record<string, number>> {
  const { rows } = await sql<{ route: number; status: string; count: number }>`
    select p.route, t.status, count(*)::int as count from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
    where t.run_id = ${run.runId} group by p.route, t.status`.execute(database.db)
  return Object.fromEntries(rows.map(({ route, status, count }) => [`${route} ${status}`, count]))
}

describeOnEachDatabase('several destinations', (open) => {
  it('send each record to the first that fits, and say what fits none', async () => {
    const { database } = await open()
    const other = await second()
    const scene = await play(database, {
      records: 250,
      config: { strategy: 'bulk', batchSize: 10 },
      change: withSecond('first', { only: upTo(100) }, { url: other.url, only: upTo(240) }),
    })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'succeeded', recordsRead: 250, recordsDelivered: 240, recordsLeftOut: 10 })
    expect(run.statusReason).toMatch(/^240 records delivered, 10 left out\./)
    expect(idsOf(scene.destination)).toEqual(range(1, 100))
    expect(idsOf(other)).toEqual(range(101, 240))
    expect([times(scene.destination), times(other)]).toEqual([new Set([1]), new Set([1])])
    expect(await linesByRoute(scene)).toEqual({ '0 success': 100, '7 success': 140, '-1 left-out': 10 })
    const { rows } = await sql<{ message: string }>`
      select distinct error ->> 'message' as message from transactions where status = 'left-out'`.execute(database.db)
    expect(rows).toEqual([{ message: 'Left out: no destination fits.' }])
  })

  it('send a record to all that fit, and everything else to one', async () => {
    const { database } = await open()
    const other = await second()
    const third = await second()
    const scene = await play(database, {
      records: 250,
      change: (config) => {
        const made = withSecond('all', { only: upTo(150) }, { url: other.url, only: from(101) })(config)
        const rest = {
          id: 2,
          name: 'Rest',
          otherwise: true,
          destination: { type: 'http', url: third.url, requestMethod: 'POST' },
        }
        return {
          ...made,
          records: { only: upTo(249) },
          routes: {
            ...(made.routes as Routes),
            others: [
              { ...(made.routes as Routes).others[0], only: { all: [atLeast(101), atMost(200)] } },
              { ...rest, dataMapping: [] },
            ] as Routes['others'],
          },
        }
      },
    })
    expect(await scene.over()).toMatchObject({
      ...{ status: 'succeeded', recordsRead: 300, sourceRecordsRead: 250 },
      ...{ recordsDelivered: 299, recordsLeftOut: 1 },
    })
    expect(idsOf(scene.destination)).toEqual(range(1, 150))
    expect(idsOf(other)).toEqual(range(101, 200))
    expect(idsOf(third)).toEqual(range(201, 249))
    expect([times(scene.destination), times(other), times(third)]).toEqual([new Set([1]), new Set([1]), new Set([1])])
    expect(await linesByRoute(scene)).toEqual({ '0 success': 150, '7 success': 100, '2 success': 49, '-1 left-out': 1 })
  })

  it('hold only the records of one that refuses everything, and fail for its reason', async () => {
    const { database } = await open()
    const other = await second({
      misbehave: () => ({ commits: false, answer: (response) => void response.writeHead(401).end('{"error":"no such key"}') }),
    })
    const scene = await play(database, {
      records: 2_500,
      config: { strategy: 'bulk', batchSize: 10 },
      limits: { windowRecords: 100 },
      change: withSecond('first', { only: { any: [atMost(100), atLeast(1_201)] } }, { url: other.url }),
    })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'failed', recordsRead: 2_500, recordsDelivered: 1_400, recordsFailed: 1_100 })
    // There is no one place where the run stopped, and what was not sent is counted once.
    expect(run.error?.message).toBe('Fulfilment: The destination returned 401.')
    expect(idsOf(scene.destination)).toHaveLength(1_400)
    expect(await linesByRoute(scene)).toEqual({ '0 success': 1_400, '7 failure': 1_100 })
  })

  it('wait at the end only for the one that is away, and send it what it has in the outbox', async () => {
    const { database } = await open()
    const state = { isAway: true }
    const other = await second({
      misbehave: () => (state.isAway ? { commits: false, answer: (response) => void response.writeHead(503).end() } : null),
    })
    const scene = await play(database, {
      records: 3_000,
      limits: { windowRecords: 100, queueMax: 20, retryBase: 5, retryCap: 20, probePause: 50 },
      change: withSecond('all', { only: from(1) }, { url: other.url, only: upTo(1_500) }),
    })
    await eventually(
      () => scene.destination.effects.size,
      (count) => count === 3_000,
    )
    // What arrived is settled a moment later.
    const waiting = await eventually(
      scene.now,
      ({ waiting: wait, recordsDelivered }) => wait?.system === 'Fulfilment' && recordsDelivered === 3_000,
    )
    expect(waiting.status).toBe('running')
    expect(waiting.statusReason).toMatch(/^Fulfilment: /)
    state.isAway = false
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsRead: 4_500, recordsDelivered: 4_500 })
    expect(idsOf(other)).toEqual(range(1, 1_500))
    expect(times(other)).toEqual(new Set([1]))
  })
})

describeOnEachDatabase('events for several destinations', (open) => {
  it('go on to one while the other is away, also after the window of the run, and reach that one once when it is back', async () => {
    const { database } = await open()
    const state = { isAway: true }
    const [first, other] = [
      await second(),
      await second({
        misbehave: () => (state.isAway ? { commits: false, answer: (response) => void response.writeHead(503).end() } : null),
      }),
    ]
    const grouping = { pause: 50, window: 20_000, events: 4 }
    const product = await openProduct(database, { grouping, probePause: 50 })
    const config = withSecond('first', { only: upTo(100) }, { url: other.url })
    const { connectorId } = await product.activeConnector({
      ...config(configFor({ source: '', destination: first.url })),
      ...{ trigger: { type: 'webhook' }, source: { type: 'http' } },
    })
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
    /** Events of one destination and the other in turn, and those of the first one have arrived. */
    async function exchange(ids: readonly number[]) {
      for (const id of ids.flatMap((it) => [it, it + 100])) {
        const payload = JSON.stringify({ id })
        const { statusCode } = await product.app.inject({ method: 'POST', url: `/hooks/${connectorId}`, headers, payload })
        expect(statusCode).toBe(202)
      }
      const last = ids.at(-1) ?? 0
      await eventually(
        () => first.effects.size,
        (arrived) => arrived === last,
      )
    }
    const runs = async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[]
    await exchange(range(1, 5))
    await eventually(runs, ([run]) => run?.waiting?.system === 'Fulfilment')
    await exchange(range(6, 10))
    await exchange([11])
    const during = await eventually(runs, ([run]) => run?.recordsRead === 22 && run.recordsDelivered === 11)
    expect([other.effects.size, during]).toMatchObject([0, [{ status: 'running' }]])
    state.isAway = false
    expect(await eventually(runs, (all) => all.every(isOver))).toMatchObject([{ status: 'succeeded', recordsDelivered: 22 }])
    expect([idsOf(first), idsOf(other)]).toEqual([range(1, 11), range(101, 111)])
    expect([times(first), times(other)]).toEqual([new Set([1]), new Set([1])])
  })
})

describe('the check of several destinations', () => {
  const config = (change: (it: ConnectorConfig) => ConnectorConfig) =>
    checkConfig(change(configFor({ source: 'http://127.0.0.1:1/list', destination: 'http://127.0.0.1:1/in' }))).map(
      ({ path }) => path,
    )
  const url = 'http://127.0.0.1:1/other'

  it.each<[string, (it: ConnectorConfig) => ConnectorConfig, readonly string[]]>([
    ['nothing is wrong', withSecond('first', { only: upTo(1) }, { url }), []],
    ['a destination that receives everything before another one', withSecond('first', {}, { url }), ['/routes/first/only']],
    [
      'two that receive everything else',
      withSecond('all', { otherwise: true }, { url, otherwise: true }),
      ['/routes/others/0/otherwise'],
    ],
    [
      'conditions beside everything else',
      withSecond('all', {}, { url, otherwise: true, only: upTo(1) }),
      ['/routes/others/0/otherwise'],
    ],
    [
      'a condition that is none',
      withSecond('all', { only: { all: [{ path: 'a[', is: 'isEmpty' }] } }, { url }),
      ['/routes/first/only/all/0/path'],
    ],
    ['an address that is none', withSecond('all', {}, { url: 'nowhere' }), ['/routes/others/0/destination/url']],
    [
      'parts of the source',
      (it) => ({ ...withSecond('all', {}, { url })(it), source: { ...it.source, parts: 3 } }),
      ['/source/parts'],
    ],
    [
      'events that go to all',
      (it) => ({ ...withSecond('all', {}, { url })(it), trigger: { type: 'webhook' }, source: { type: 'http' } }),
      ['/routes/fit'],
    ],
  ])('finds: %s', (_, change, expected) => {
    expect(config(change)).toEqual(expected)
  })
})
