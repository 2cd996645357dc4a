import { expect, it } from 'vitest'

import { recordNames } from '#server/features/connectors/runs/record-names.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, commitsThenHangs, startDestination } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { eventually, expectExactlyOnce, testVault } from '../kit/stage.ts'

const failures = async ({ database, place, run }: Scene) => {
  const { companyId, connectorId } = place
  return pageOfTransactions(database.db, { companyId, connectorId, runId: run.runId, status: 'failure' }, 1, 1_000)
}

const keyTimes = ({ destination }: Scene) => {
  const times = new Map<string, { count: number; hashes: Set<string> }>()
  for (const { key, hash } of destination.journal) {
    const it = times.get(key) ?? { count: 0, hashes: new Set() }
    it.count += 1
    it.hashes.add(hash)
    times.set(key, it)
  }
  return times
}

describeOnEachDatabase('a destination that', (open) => {
  it('fails now and then gets every record once, under the same key and with the same bytes', async () => {
    const { database } = await open()
    const refused = new Map<string, number>()
    const scene = await play(database, {
      records: 500,
      destination: {
        // No key oftener than is tried again: one in eight of these runs had a record that met it six times.
        misbehave: ({ number, key }) => {
          const times = refused.get(key) ?? 0
          if (number % 4 !== 0 || times >= 5) return null
          refused.set(key, times + 1)
          return answering([408, 502, 500, 503][(number % 16) >> 2] ?? 502)
        },
      },
    })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 500)
    const times = keyTimes(scene)
    expect(times.size).toBe(500)
    expect([...times.values()].every(({ hashes }) => hashes.size === 1)).toBe(true)
    expect([...times.keys()].every((key) => key.startsWith(`dc-${scene.run.runId}-`))).toBe(true)
  })

  it('F22 honours keys, takes the records and never answers gets the same key again, and they count once', async () => {
    const { database } = await open()
    const hung = new Set<string>()
    const scene = await play(database, {
      records: 300,
      change: (config) => ({ ...config, destination: { ...config.destination, honoursKeys: true } }),
      config: { strategy: 'bulk' },
      outbound: { headers: 1_500, idle: 1_500, total: 2_000 },
      destination: {
        misbehave: ({ key }) => {
          if (hung.has(key)) return null
          hung.add(key)
          return commitsThenHangs
        },
      },
    })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 300)
    expect([...keyTimes(scene).values()].map(({ count }) => count)).toEqual([2, 2, 2])
    const outcomes = await database.db
      .selectFrom('attempts')
      .select('outcome')
      .where('run_id', '=', scene.run.runId)
      .orderBy('number')
      .execute()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'delivered',
      'delivered',
      'delivered',
    ])
  })

  it('refuses one record keeps its answer beside it, and the run goes on', async () => {
    const { database } = await open()
    const body = `{"error":"email is taken","pad":"${'x'.repeat(5_000)}\u0000"}`
    const scene = await play(database, {
      config: { paging: 'cursor' },
      destination: {
        misbehave: ({ ids }) =>
          ids[0] === 77 ? answering(422, { 'x-request-id': 'r-1', 'set-cookie': 'secret=1' }, body) : null,
      },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'succeeded', recordsRead: 250, recordsDelivered: 249, recordsFailed: 1, error: null })
    expect(run.statusReason).toBe('249 records delivered, 1 failed. Open a record to see why.')
    const { transactions } = await failures(scene)
    expect(transactions).toHaveLength(1)
    expect(transactions[0]).toMatchObject({
      recordKey: '77',
      attempts: 1,
      payload: { id: 77 },
      error: { code: 'destination/refused' },
    })
    const { answer } = transactions[0]?.error ?? {}
    expect(answer).toMatchObject({ status: 422, bytes: Buffer.byteLength(body), headers: { 'x-request-id': 'r-1' } })
    expect(answer?.body).toHaveLength(2_048)
    expect(answer?.headers).not.toHaveProperty('set-cookie')
  })

  it('is down for a while (503) fails nothing: what it interrupts waits, and the run says since when', async () => {
    const { database } = await open()
    let isDown = true
    const scene = await play(database, {
      records: 120,
      limits: { probePause: 40 },
      destination: { misbehave: ({ number }) => (isDown && number > 20 ? answering(503) : null) },
    })
    const run = await eventually(scene.now, ({ waiting: it }) => it?.checkedEvery === 0.04)
    expect(run).toMatchObject({ status: 'running', recordsFailed: 0, recordsUnknown: 0 })
    const { waiting, recordsDelivered, recordsRead, startedAt } = run
    expect(waiting).toMatchObject({
      kind: 'away',
      side: 'destination',
      system: new URL(scene.destination.url).host,
      pace: null,
      endsAt: null,
      reason: 'HTTP 503',
    })
    expect(waiting?.recordsWaiting).toBe(recordsRead - recordsDelivered)
    expect(Date.parse(waiting?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt ?? ''))
    expect(run.statusReason).toContain(`hasn't accepted any records since ${waiting?.since}.`)
    isDown = false
    const ended = await scene.over()
    await expectExactlyOnce(database, scene.place, ended, scene.destination, 120)
    expect(ended.waiting).toBeNull()
  })

  it('fails at single records (503) and takes the others can be reached: only those are delayed', async () => {
    const { database } = await open()
    let isDown = true
    const scene = await play(database, {
      records: 60,
      limits: { retryBase: 1_500, retryCap: 1_500 },
      destination: { misbehave: ({ ids }) => (isDown && ids[0] === 7 ? answering(503) : null) },
    })
    const { waiting } = await eventually(scene.now, ({ waiting: it }) => it !== null)
    expect(waiting).toMatchObject({ kind: 'delayed', side: 'destination', reason: 'HTTP 503', recordsWaiting: 1 })
    isDown = false
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 60)
  })

  it('fails at three records for good (503) ends the run after their retries, with what arrived', async () => {
    const { database } = await open()
    const refused = ['20', '50', '96']
    const scene = await play(database, {
      records: 96,
      limits: { retryBase: 20, retryCap: 20 },
      destination: { misbehave: ({ ids }) => (refused.includes(String(ids[0])) ? answering(503) : null) },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'succeeded', result: 'completedWithErrors', recordsDelivered: 93, recordsFailed: 3 })
    expect(run.statusReason).toBe('93 records delivered, 3 failed. Open a record to see why.')
    const { transactions } = await failures(scene)
    const met = transactions.map(({ recordKey, attempts, error }) => [recordKey, attempts, error?.answer?.status])
    expect(met.toSorted()).toEqual(refused.map((key) => [key, 6, 503]))
    expect(scene.engine.circuits()).toEqual([])
  })

  it('cannot be reached fails nothing while the run waits for it', async () => {
    const { database } = await open()
    const gone = await startDestination()
    await gone.close()
    const scene = await play(database, {
      records: 40,
      limits: { probePause: 40 },
      change: (config) => ({ ...config, destination: { ...config.destination, url: gone.url } }),
    })
    const { waiting, ...run } = await eventually(scene.now, ({ waiting: it }) => it?.checkedEvery === 0.04)
    expect(run).toMatchObject({ status: 'running', recordsRead: 40, recordsFailed: 0, recordsUnknown: 0 })
    expect(waiting).toMatchObject({ kind: 'away', recordsWaiting: 40 })
    expect(waiting?.reason).toBeTruthy()
  })

  it('is down for good ends the run after the longest outage, and the run does not claim a success', async () => {
    const { database } = await open()
    const limits = { probePause: 40, outageMax: 400 }
    const scene = await play(database, { records: 20, limits, destination: { misbehave: () => answering(503) } })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'failed', recordsRead: 20, recordsDelivered: 0, recordsFailed: 20 })
    expect(run.error?.answer?.status).toBe(503)
    expect((await failures(scene)).transactions.every(({ error }) => error?.answer?.status === 503)).toBe(true)
  })

  it('fails at each record (500) fails them after 1 + 5 tries: that may be about what they hold', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 20, destination: { misbehave: () => answering(500) } })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'failed', recordsRead: 20, recordsDelivered: 0, recordsFailed: 20 })
    expect(run.error?.code).toBe('run/nothing-delivered')
    expect([...keyTimes(scene).values()].every(({ count }) => count === 6)).toBe(true)
    expect(
      (await failures(scene)).transactions.every(({ attempts, error }) => attempts === 6 && error?.answer?.status === 500),
    ).toBe(true)
  })

  it('refuses the caller (401) ends the run, and what was not sent says so', async () => {
    const { database } = await open()
    const scene = await play(database, { records: 300, destination: { misbehave: () => answering(401) } })
    const run = await scene.over()
    expect(run).toMatchObject({
      status: 'failed',
      recordsDelivered: 0,
      error: { code: 'destination/refused', answer: { status: 401 } },
    })
    expect(run.recordsFailed).toBe(run.recordsRead)
    expect(scene.destination.journal.length).toBeLessThanOrEqual(64)
  })

  it('F10 asks to wait is not called before that, and the run says until when', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 40,
      destination: { misbehave: ({ number }) => (number <= 5 ? answering(429, { 'retry-after': '1' }) : null) },
    })
    const waiting = await eventually(scene.now, ({ waiting: it }) => it?.kind === 'limited')
    expect(waiting.statusReason).toBe(`${new URL(scene.destination.url).host} is limiting requests.`)
    expect(waiting.statusNext).toBe('Time left is not known yet.')
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 40)
    const first = scene.destination.journal[0]?.at ?? 0
    const afterwards = scene.destination.journal.slice(4)
    expect(scene.destination.journal.length).toBe(45)
    expect(Math.min(...afterwards.map(({ at }) => at - first))).toBeGreaterThanOrEqual(990)
  })
})

describeOnEachDatabase('mapping', (open) => {
  it('fails the record that breaks a rule and delivers the others, numbers and odd keys unchanged', async () => {
    const { database } = await open()
    const items = ['{"id":1,"n":12345678901234567890,"__proto__":{"a":1}}', '{"id":2,"n":"x","name":"Ann"}', '{"id":3,"n":0.10}']
    const line = { id: 'l', source: '', target: '' }
    const scene = await play(database, {
      script: (_, response) => !!response.end(`{"items":[${items.join(',')}]}`),
      config: {
        strategy: 'bulk',
        paging: 'offset',
        dataMapping: [
          { ...line, sourcePath: 'id', targetPath: 'id' },
          { ...line, sourcePath: 'n', targetPath: 'amount', targetDataType: 'number' },
        ],
      },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'succeeded', recordsRead: 3, recordsDelivered: 2, recordsFailed: 1 })
    expect(scene.destination.bodies).toEqual(['[{"id":1,"amount":12345678901234567890},{"id":3,"amount":0.1}]'])
    const { transactions } = await failures(scene)
    expect(transactions).toMatchObject([{ recordKey: '2', payload: null, attempts: 0, error: { code: 'mapping/failed' } }])
    expect(transactions[0]?.details).toBe('"amount" must be a number, but "n" is "x"')
    // Nothing was made of it, so its name is the one that it was read with.
    const { companyId, connectorId } = scene.place
    const id = transactions[0]?.transactionId ?? ''
    const names = await recordNames({ db: database.db, vault: testVault }, { companyId, connectorId }, [id])
    expect([...names.values()]).toEqual(['Ann'])
  })

  it('passes records unchanged without lines', async () => {
    const { database } = await open()
    const item = '{"id":1,"__proto__":{"a":1},"constructor":"c","text":"\\u0000\\ud83d\\ude00 ü","big":1e400}'
    const scene = await play(database, { script: (_, response) => !!response.end(`[${item}]`), config: { paging: null } })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 1 })
    expect(scene.destination.bodies).toEqual(['{"id":1,"__proto__":{"a":1},"constructor":"c","text":"\\u0000😀 ü","big":1e400}'])
  })
})
