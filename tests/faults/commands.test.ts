/** F31, F34 and F35: what a person asks for while records are moved. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, eventually } from '../engine/kit/stage.ts'
import { byForm } from '../kit/form.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { effectsOf, startFarDestination } from './kit/far-destination.ts'
import { openProduct } from './kit/product.ts'
import { chanceOf, inForm, seedsOn } from './kit/seed.ts'

/** Milliseconds. */
const watch = inForm(byForm(700, 2_000), 10_000)
/** A request that left before the answer is still on its way when the answer is given, and both processes share two cores. */
const underway = 150

async function farScene(records: number) {
  const source = await startSource(records)
  onTestFinished(() => source.close())
  const destination = await startFarDestination(30)
  return { destination, config: configFor({ source: source.url, destination: destination.url }) }
}

async function nearScene(records: number, delay = 5) {
  const source = await startSource(records)
  const destination = await startDestination({ delay })
  onTestFinished(async () => {
    await source.close()
    await destination.close()
  })
  return { source, destination, config: configFor({ source: source.url, destination: destination.url }) }
}

const exactly = (records: number) => new Map(Array.from({ length: records }, (_, at) => [at + 1, 1]))
const inOrder = (effects: Map<number | string, number>) => new Map([...effects].toSorted(([a], [b]) => Number(a) - Number(b)))

describeOnEachDatabase('a person', (open, kind) => {
  it.each(seedsOn(kind))(
    'F31 pauses in the middle of a batch: nothing is sent, over a restart too, until resumed (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed)
      const { database, place: where } = await open()
      const { destination, config } = await farScene(1_500)
      const product = await openProduct(database)
      const { connectorId } = await product.activeConnector(config)
      const runId = await product.run(connectorId)
      const wanted = chance.between(20, 300)
      await eventually(destination.journal, ({ length }) => length > wanted)
      const paused = await product.ask('POST', `/api-connectors/pause/${connectorId}`)
      const answeredAt = Date.now()
      expect(paused.status).toBe(200)
      expect(paused.took).toBeLessThan(2_000)
      await sleep(watch)
      const journal = await destination.journal()
      expect(journal.filter(({ at }) => at > answeredAt + underway)).toEqual([])
      const half = await product.runNow(connectorId, runId)
      expect(half).toMatchObject({ status: 'paused', recordsDelivered: effectsOf(journal).size, recordsFailed: 0 })
      expect(half.recordsDelivered).toBeLessThan(1_500)

      await product.close()
      await database.close()
      const again = await openDatabase(where)
      onTestFinished(() => again.close())
      const next = await product.reopen(again)
      expect(await next.statusOf(connectorId)).toBe('Pause')
      await sleep(500)
      expect(await destination.journal()).toHaveLength(journal.length)
      expect((await next.ask('POST', `/api-connectors/resume/${connectorId}`)).status).toBe(200)
      expect(await next.ended(connectorId, runId)).toMatchObject({ status: 'succeeded', recordsDelivered: 1_500 })
      const all = await destination.journal()
      expect(inOrder(effectsOf(all))).toEqual(exactly(1_500))
      expect(all).toHaveLength(1_500)
      tell(`F31 ${kind}`, seed, { lost: 0, duplicates: 0, resent: 0, more: `answer=${Math.round(paused.took)}ms sends-after=0` })
    },
  )

  it.each(seedsOn(kind))(
    'F35 deletes during a run: nothing is sent after that, and nothing is left in the outbox (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed)
      const { database } = await open()
      const { destination, config } = await farScene(1_500)
      const product = await openProduct(database)
      const { connectorId } = await product.activeConnector(config)
      const runId = await product.run(connectorId)
      const wanted = chance.between(20, 300)
      await eventually(destination.journal, ({ length }) => length > wanted)
      const deleted = await product.ask('DELETE', `/api-connectors/${connectorId}`)
      const answeredAt = Date.now()
      expect(deleted.status).toBe(200)
      expect(deleted.took).toBeLessThan(2_000)
      await sleep(watch)
      const journal = await destination.journal()
      expect(journal.filter(({ at }) => at > answeredAt + underway)).toEqual([])
      expect((await product.ask('GET', `/api-connectors/${connectorId}`)).status).toBe(404)
      const run = await database.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
      expect(run).toMatchObject({ status: 'cancelled', owner: null, records_delivered: effectsOf(journal).size })
      expect(run.records_delivered + run.records_failed).toBe(run.records_read)
      const orphans = await database.db
        .selectFrom('source_pages')
        .select('number')
        .where('run_id', '=', runId)
        .where('pending_records', '>', 0)
        .execute()
      expect(orphans).toEqual([])
      tell(`F35 ${kind}`, seed, { more: `answer=${Math.round(deleted.took)}ms sends-after=0 orphans=0` })
    },
  )

  it('F34 redeploys during a run: each run keeps its version, and no batch holds two', async () => {
    const { database } = await open()
    const { destination, config } = await nearScene(600, 100)
    const product = await openProduct(database)
    const mark = (version: string) => ({
      ...config,
      dataMapping: [
        { id: 'm', source: 'id', target: version, sourcePath: 'id', targetPath: 'id' },
        { id: version, source: 'name', target: version, sourcePath: 'name', targetPath: version },
      ],
    })
    const { connectorId } = await product.activeConnector(mark('v1'))
    const first = await product.run(connectorId)
    await eventually(
      () => destination.journal.length,
      (count) => count > 50,
    )
    const saved = await product.ask('POST', `/api-connectors/connectors/${connectorId}/deploy`, { config: mark('v2') })
    expect(saved.status, JSON.stringify(saved.body)).toBe(202)
    await eventually(
      () => product.statusOf(connectorId),
      (status) => status === 'Active',
    )
    const status = await product.ask('GET', `/api-connectors/connectors/${connectorId}/deployment-status`)
    expect(status.body.message).toBe('Version 2 is live. The active run finishes with version 1.')
    expect(destination.journal.length).toBeLessThan(600)
    expect(await product.ended(connectorId, first)).toMatchObject({ version: 1, recordsDelivered: 600 })
    const second = await product.run(connectorId)
    expect(await product.ended(connectorId, second)).toMatchObject({ version: 2, recordsDelivered: 600 })
    const versionsOf = (runId: string) => [
      ...new Set(
        destination.journal.flatMap(({ key, number }) =>
          key.includes(runId) ? [Object.keys(JSON.parse(destination.bodies[number - 1] ?? '{}')).join()] : [],
        ),
      ),
    ]
    expect([versionsOf(first), versionsOf(second)]).toEqual([['id,v1'], ['id,v2']])
    tell(`F34 ${kind}`, null, { more: 'mixed-batches=0' })
  })

  it('F34 deploys a broken mapping: it is refused, and the old version goes on', async () => {
    const { database } = await open()
    const { config, destination } = await nearScene(200)
    const product = await openProduct(database)
    const { connectorId } = await product.activeConnector(config)
    const run = await product.run(connectorId)
    await eventually(
      () => destination.journal.length,
      (count) => count > 10,
    )
    const broken = { ...config, dataMapping: [{ id: 'm', source: 'id', target: 'id', sourcePath: 'id[', targetPath: 'id' }] }
    const reply = await product.ask('POST', `/api-connectors/connectors/${connectorId}/deploy`, { config: broken })
    expect(reply.status).toBe(422)
    expect(reply.body.code).toBe('connector/invalid')
    expect(await product.statusOf(connectorId)).toBe('Active')
    expect(await product.ended(connectorId, run)).toMatchObject({ version: 1, recordsDelivered: 200 })
    const again = await product.run(connectorId)
    expect(await product.ended(connectorId, again)).toMatchObject({ version: 1, recordsDelivered: 200 })
  })

  it('F34 presses deploy twice, and again after it did not wait for the answer: one deployment a press', async () => {
    const { database } = await open()
    const { config } = await nearScene(10)
    const product = await openProduct(database)
    const { connectorId } = await product.activeConnector(config)
    const path = `/api-connectors/connectors/${connectorId}/deploy`
    const count = async () =>
      (await database.db.selectFrom('deployments').select('id').where('connector_id', '=', connectorId).execute()).length
    const presses = await Promise.all(Array.from({ length: 5 }, () => product.ask('POST', path, {}, 'press-1')))
    expect(new Set(presses.filter(({ status }) => status === 202).map(({ body }) => body.deploymentId)).size).toBe(1)
    expect(presses.every(({ status }) => status === 202 || status === 409)).toBe(true)
    const repeated = await product.ask('POST', path, {}, 'press-1')
    expect(repeated.status).toBe(202)
    expect(await count()).toBe(2)

    await eventually(
      () => product.statusOf(connectorId),
      (status) => status === 'Active',
    )
    // The client hangs up at once; whether the server had begun by then is open.
    const address = await product.app.listen({ host: '127.0.0.1', port: 0 })
    const impatient = new AbortController()
    const call = (signal?: AbortSignal) =>
      fetch(`${address}${path}`, {
        ...(signal ? { signal } : {}),
        method: 'POST',
        headers: { ...product.credentials(), 'content-type': 'application/json', 'idempotency-key': 'press-2' },
        body: '{}',
      })
    const gone = call(impatient.signal).catch(() => 'gone')
    setTimeout(() => impatient.abort(), 3)
    await gone
    const answer = await eventually(
      () => call(),
      ({ status }) => status === 202,
    )
    expect(((await answer.json()) as { deploymentId: string }).deploymentId).not.toBe(repeated.body.deploymentId)
    expect(await count()).toBe(3)
    tell(`F34 ${kind} presses`, null, { more: 'deployments-per-press=1' })
  })
})
