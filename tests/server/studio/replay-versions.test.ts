/** What a plan says of a record that the source gave again in a later run. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { readProblems } from '#contract/connectors/details/details.graphql.ts'
import type { Replay, ReplayLine } from '#contract/studio/replay.ts'
import { transactionIdOf } from '#server/features/connectors/runs/transaction-rows.repository.ts'
import { hour, working } from '../alerts/alarm-scene.ts'
import { ask } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { addScene, type SceneRecord } from './investigation-scene.ts'

type Status = NonNullable<SceneRecord['status']>
const include = { arrived: false, unknown: false, skipped: false }

describeOnEachKind('a plan', (kind) => {
  const server = createTestServer({}, kind)
  let id = ''
  beforeEach(async () => {
    id = await working(server)
  })

  /** A run so many hours ago that read these records, in this order. @returns the id of the run. */
  async function read(hoursAgo: number, records: readonly (readonly [key: string, status: Status])[], connectorId = id) {
    const run = await addScene(server, {
      connectorId,
      at: new Date(Date.now() - hoursAgo * hour),
      records: records.map(([key, status]) => ({ read: { id: key, hoursAgo }, made: { id: key }, key, status })),
    })
    // By the key of its table: a key that was only guessed makes no versions (decision 0027).
    await sql`update runs set named_by = '["id"]' where id = ${run}`.execute(server.database.db)
    return run
  }

  const post = (path: string, body: unknown) => server.ask('POST', `/api/replay/${id}${path}`, { as: 'userA', body })
  const get = (path: string) => server.ask('GET', `/api/replay/${id}/${path}`, { as: 'userA' })
  const newest = async () => {
    const reply = await post('', { source: 'live', timeframe: 'latest', count: 50, delay: 0 })
    return reply.json<{ replayId: string }>().replayId
  }
  const chosen = async (...places: readonly (readonly [runId: string, position: number])[]) => {
    const transactionIds = places.map(([runId, position]) => transactionIdOf(runId, position))
    return (await post('/chosen', { transactionIds, delay: 0 })).json<{ replayId: string }>().replayId
  }
  const look = async (replayId: string) => (await get(replayId)).json<Replay>()
  const lines = async (replayId: string) =>
    (await get(`${replayId}/lines?limit=100`)).json<{ data: ReplayLine[] }>().data.map(({ recordKey, original, standing }) => ({
      ...{ recordKey, original, standing },
    }))

  /** Starts a plan, and writes what the engine would: everything of it was delivered. */
  async function delivered(replayId: string) {
    const { runId, sums } = (await post(`/${replayId}/start`, { include })).json<Replay>()
    const { db } = server.database
    await sql`
      insert into transactions (company_id, run_id, position, page, status, took_ms, record_key)
      select company_id, ${runId}, place, 1, 'success', 5, record_key from replay_lines
      where replay_id = ${replayId} and place is not null`.execute(db)
    await sql`
      update runs set status = 'succeeded', records_read = ${sums.chosen}, records_delivered = ${sums.chosen}, ended_at = now()
      where id = ${runId}`.execute(db)
  }

  it('counts a record that failed as arrived when a later run delivered it', async () => {
    const first = await read(3, [
      ['ORD-1', 'failure'],
      ['ORD-2', 'failure'],
    ])
    await read(2, [
      ['ORD-2', 'skipped'],
      ['ORD-1', 'success'],
    ])
    const plan = await chosen([first, 0], [first, 1])
    expect(await look(plan)).toMatchObject({ plan: { arrived: 1, neverArrived: 1 }, isStartable: true })
    expect((await lines(plan)).map(({ recordKey, standing }) => [recordKey, standing])).toEqual([
      ['ORD-1', 'arrived'],
      ['ORD-2', 'never-arrived'],
    ])
  })

  it('of a cause that a replay or a later run delivered is named by the problems of the connector', async () => {
    const group = async () => {
      const { data } = await ask(server, readProblems, { id, from: null, to: null })
      const { arrived, records, groups = [] } = data?.connector.problems ?? {}
      return [records, arrived, ...groups.map((it) => [it.failed, it.arrived, it.replayId, it.arrivedAt])]
    }
    const first = await read(3, [
      ['ORD-1', 'failure'],
      ['ORD-2', 'failure'],
      ['ORD-3', 'success'],
    ])
    expect(await group()).toEqual([2, 0, [2, 0, null, null]])
    const plan = await chosen([first, 0])
    await delivered(plan)
    expect(await group()).toEqual([2, 1, [2, 1, plan, expect.any(String)]])
    await read(1, [['ORD-2', 'success']])
    expect(await group()).toEqual([2, 2, [2, 2, plan, expect.any(String)]])
  })

  it('holds the newest of several versions of a record, and sends the oldest record first', async () => {
    const first = await read(3, [
      ['ORD-1', 'failure'],
      ['ORD-2', 'failure'],
    ])
    const second = await read(2, [
      ['ORD-3', 'failure'],
      ['ORD-1', 'failure'],
    ])
    const plan = await newest()
    expect(await look(plan)).toMatchObject({ found: 4, plan: { neverArrived: 3, arrived: 0 } })
    const inOrder = [
      [first, 1],
      [second, 0],
      [second, 1],
    ] as const
    const originals = inOrder.map(([runId, position]) => transactionIdOf(runId, position))
    expect((await lines(plan)).map(({ original }) => original)).toEqual(originals)
    const same = await chosen([second, 1], [first, 0], [second, 0], [first, 1])
    expect((await lines(same)).map(({ original }) => original)).toEqual(originals)
  })

  it('takes records that are named by their place, or alike within one run, for records of their own', async () => {
    await read(3, [
      ['0', 'failure'],
      ['ORD-1', 'failure'],
      ['ORD-1', 'success'],
    ])
    await read(2, [['0', 'success']])
    expect((await look(await newest())).plan).toMatchObject({ neverArrived: 2, arrived: 2 })
  })

  it('knows versions one after the other in a run of events, which stays open while others come', async () => {
    const run = await read(3, [
      ['ORD-1', 'failure'],
      ['ORD-2', 'failure'],
      ['ORD-1', 'success'],
      ['ORD-2', 'failure'],
      ['ORD-3', 'success'],
      ['ORD-3', 'failure'],
    ])
    await sql`update runs set trigger = 'webhook' where id = ${run}`.execute(server.database.db)
    const plan = await chosen([run, 0], [run, 1], [run, 3], [run, 5])
    expect((await lines(plan)).map(({ original, standing }) => [original, standing])).toEqual([
      [transactionIdOf(run, 0), 'arrived'],
      [transactionIdOf(run, 3), 'never-arrived'],
      [transactionIdOf(run, 5), 'never-arrived'],
    ])
  })

  it('goes by the version that a replay sent, and not by when it was sent', async () => {
    const first = await read(3, [
      ['ORD-1', 'failure'],
      ['ORD-2', 'failure'],
    ])
    const second = await read(2, [
      ['ORD-1', 'failure'],
      ['ORD-2', 'failure'],
    ])
    await delivered(await chosen([first, 0]))
    expect((await look(await chosen([second, 0]))).plan).toMatchObject({ neverArrived: 1, arrived: 0 })
    await delivered(await chosen([second, 1]))
    expect((await look(await chosen([first, 1]))).plan).toMatchObject({ neverArrived: 0, arrived: 1 })
  })

  it('knows nothing of earlier runs, of other connectors, and of more records than it looks at', async () => {
    await read(4, [['ORD-1', 'success']])
    const failed = await read(3, [['ORD-1', 'failure']])
    await read(2, [['ORD-1', 'success']], await working(server))
    const plan = await chosen([failed, 0])
    expect((await look(plan)).plan).toMatchObject({ neverArrived: 1 })
    const large = await read(1, [['ORD-1', 'success']])
    const size = (records: number) =>
      sql`update runs set records_read = ${records} where id = ${large}`.execute(server.database.db)
    await size(20_000)
    expect((await look(plan)).plan).toMatchObject({ arrived: 1 })
    await size(20_001)
    expect((await look(plan)).plan).toMatchObject({ neverArrived: 1 })
  })
})
