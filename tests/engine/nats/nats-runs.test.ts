/** Whole runs into and out of a stream: every record once, also when the server is killed, when answers are lost and when our process stops. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { findRun, openRun } from '#server/records/runs/runs.repository.ts'
import { type NatsServer, startNats } from '../../kit/nats-server.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { upTo } from '../azure/azure-scene.ts'
import { startCuttingProxy } from '../kit/cutting-proxy.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, expectExactlyOnce, openRunOf, settleIn, startEngine } from '../kit/stage.ts'
import { natsConfig } from './nats-stage.ts'

let server: NatsServer
beforeAll(async () => {
  server = await startNats()
})
afterAll(() => server.stop())

const idsIn = async (stream: string) => (await server.messages(stream)).map(({ data }) => Number(JSON.parse(data).id))

describeOnEachDatabase('a run', (open) => {
  it('stores every record once while acknowledgements are lost and the server is killed', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const stream = `R${Date.now()}`
    await server.stream(stream)
    const source = await startSource(400)
    const proxy = await startCuttingProxy(server.port)
    const nats = natsConfig(proxy, stream, { subject: `${stream}.new` })
    const config: ConnectorConfig = {
      ...configFor({ source: source.url, destination: 'http://127.0.0.1:1' }),
      destination: { type: 'nats', natsConfig: nats },
    }
    const run = await openRunOf(database, place, config)
    proxy.arm({ at: /dc-\w+-[\w-]*1\d/, when: 'after' })
    const first = startEngine(database, { limits: { lease: 500 } })
    onTestFinished(async () => {
      await source.close()
      await proxy.close()
    })
    await eventually(proxy.cuts, (n) => n === 1)
    await eventually(
      () => idsIn(stream),
      (ids) => ids.length > 50,
    )
    await server.kill()
    await server.start()
    await first.stop()
    const last = startEngine(database, { limits: { lease: 500 } })
    onTestFinished(() => last.stop())
    const done = await ended(database, place, run, 60_000)
    expect(done).toMatchObject({ status: 'succeeded', recordsRead: 400, recordsDelivered: 400, recordsFailed: 0 })
    expect((await idsIn(stream)).toSorted((a, b) => a - b)).toEqual(upTo(400))
  })

  it('moves a stream on from where the last run ended, once', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const stream = `Q${Date.now()}`
    await server.stream(stream)
    await server.publish(`${stream}.a`, ...upTo(1_200).map((id) => JSON.stringify({ id })))
    const destination = await startDestination()
    onTestFinished(() => destination.close())
    const config: ConnectorConfig = {
      ...configFor({ source: 'http://127.0.0.1:1', destination: destination.url }),
      source: { type: 'nats', natsConfig: natsConfig(server, stream) },
    }
    const run = await openRunOf(database, place, config)
    const first = startEngine(database, { limits: { lease: 500 } })
    const { db } = database
    const read = async () => (await findRun(db, place.companyId, place.connectorId, run.runId))?.recordsDelivered ?? 0
    await eventually(read, (count) => count > 100)
    await first.stop()
    const last = startEngine(database, { limits: { lease: 500 } })
    onTestFinished(() => last.stop())
    await expectExactlyOnce(database, place, await ended(database, place, run), destination, 1_200)

    await server.publish(`${stream}.a`, '{"id":1201}')
    const { companyId, connectorId } = place
    const next = await openRun(db, { companyId, connectorId, version: run.version, trigger: 'manual', startedBy: null })
    expect(await ended(database, place, next)).toMatchObject({ status: 'succeeded', recordsRead: 1, recordsDelivered: 1 })
    expect(destination.effects.get(1201)).toBe(1)
  })
})
