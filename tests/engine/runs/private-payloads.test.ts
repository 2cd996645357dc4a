/** A connector that keeps no payloads: a value of its records is nowhere, whatever became of them. */
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { computeSizes } from '#contract/connectors/details/compute-size.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { erasePayloads } from '#server/features/connectors/runs/payload-erasure-job.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { anyKind, freshDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually, isOver } from '../kit/stage.ts'

const marker = 'MARKER-7f3a'
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Every text of every row of every table, with what is compressed opened. */
async function tablesWith({ db }: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.raw(name)}`.execute(db)
    const holds = (value: unknown): boolean => {
      if (Buffer.isBuffer(value) || value instanceof Uint8Array) {
        const bytes = Buffer.from(value)
        return (bytes.subarray(0, 4).equals(magic) ? zstdDecompressSync(bytes) : bytes).includes(marker)
      }
      return JSON.stringify(value ?? null).includes(marker)
    }
    if (rows.some((row) => Object.values(row).some(holds))) found.push(name)
  }
  return found
}

/** Files of a folder that hold the value. */
function filesWith(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(marker))
}

describe('a connector that keeps no payloads', () => {
  const record = (id: number) => ({
    id: `${marker}-${id}`,
    name: `${marker} name ${id}`,
    total: id % 2 === 0 ? `${marker} none` : id,
  })

  async function stage(change: (config: ConnectorConfig) => ConnectorConfig = (it) => it, kind = anyKind()) {
    const { database, place, remove } = await freshDatabase(kind)
    const source = await startSource(0, ({ url }, response) => {
      const from = Number(url.searchParams.get('offset') ?? 0)
      const items = from >= 6 ? [] : [record(from + 1), record(from + 2)]
      response.setHeader('content-type', 'application/json')
      void (from >= 4 ? lastPages : Promise.resolve()).then(() => response.end(JSON.stringify({ items, next_cursor: null })))
      return true
    })
    let lastPages = Promise.resolve()
    /** Keeps the source from sending its last pages. Returns what lets it. */
    const holdSource = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      lastPages = promise
      return resolve
    }
    /** What the destination says of each request. */
    let status = 200
    const destination = await startDestination({
      misbehave: (_, body) =>
        status === 200 ? null : { commits: false, answer: (response) => response.writeHead(status).end(`refused: ${body}`) },
    })
    const product = await openProduct(database)
    onTestFinished(async () => {
      await product.close()
      await source.close()
      await destination.close()
      await remove()
    })
    const config = change(configFor({ source: source.url, destination: destination.url, batchSize: 2 }))
    const { connectorId } = await product.activeConnector(config)
    const set = (storeLocally: boolean) =>
      product.ask('PATCH', `/api-connectors/connectors/${connectorId}`, { connector: { storeLocally } })
    const run = async () => product.ended(connectorId, await product.run(connectorId))
    const answerWith = (it: number) => {
      status = it
    }
    const runs = async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[]
    return { database, folder: place.dataDir, destination, product, connectorId, set, run, answerWith, holdSource, runs }
  }

  it('keeps nothing of runs that went well, failed, or were refused, and says so where payloads are needed', async () => {
    const mapped = (it: ConnectorConfig): ConnectorConfig => ({
      ...it,
      dataMapping: [
        { id: '1', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' },
        { id: '2', source: 'total', target: 'total', sourcePath: 'total', targetPath: 'total', targetDataType: 'number' },
      ],
    })
    // The files of the embedded database are searched, too.
    const { database, folder, destination, product, connectorId, set, run, answerWith } = await stage(mapped, 'embedded')
    expect((await set(false)).body.connector).toMatchObject({ storeLocally: false })
    await product.ask('PUT', `/api-connectors/${connectorId}/shapes`, {
      source: { fields: [], examples: [record(1)], origin: 'pasted', takenAt: new Date().toISOString() },
    })
    expect((await product.ask('GET', `/api-connectors/${connectorId}/shapes`)).body.source.examples).toEqual([])
    expect(await run()).toMatchObject({ recordsDelivered: 3, recordsFailed: 3 })
    for (const status of [422, 200, 401]) {
      answerWith(status)
      await run()
    }
    expect(destination.bodies.some((body) => body.includes(marker))).toBe(true)
    expect(await tablesWith(database)).toEqual([])
    expect(filesWith(folder)).toEqual([])
    const { transactions } = (await product.ask('GET', `/api/analytics/transactions/${connectorId}?pageSize=50`)).body
    expect(transactions.filter((it: { status: string }) => it.status === 'success')[0]).toMatchObject({
      payload: null,
      payloadNotKept: true,
    })
    expect(
      (
        await product.ask('POST', `/api/replay/${connectorId}`, {
          source: 'custom',
          timeframe: 'latest',
          records: [record(9)],
          count: 1,
          delay: 0,
        })
      ).body,
    ).toMatchObject({ code: 'replay/no-payloads' })
  })

  it('seals its groups while a run makes them, and keeps none of them', async () => {
    const group = { by: ['name'], lines: [{ target: 'all', do: 'list' as const, path: 'id' }] }
    const stageOf = await stage((config) => ({ ...config, records: { group }, dataMapping: [] }))
    const { database, product, connectorId, set, holdSource } = stageOf
    await set(false)
    const release = holdSource()
    const runId = await product.run(connectorId)
    const stored = await eventually(
      async () => (await sql<{ state: string }>`select state from run_groups where run_id = ${runId}`.execute(database.db)).rows,
      (rows) => rows.length === 4,
    )
    expect(stored.filter(({ state }) => state.includes(marker) || state.includes('keys'))).toEqual([])
    release()
    expect(await product.ended(connectorId, runId)).toMatchObject({ recordsDelivered: 6 })
    expect(await tablesWith(database)).toEqual([])
  })

  it('sends as many deliveries at once as its compute size says', async () => {
    const { product } = await stage()
    let [most, last] = [0, 0]
    const open = new Set<ServerResponse>()
    // Responds when no further request has come for a while, so that a slow machine holds as many at once as a quick one.
    const slow = createServer((request, response) => {
      request.resume()
      open.add(response)
      most = Math.max(most, open.size)
      last = performance.now()
    }).listen(0, '127.0.0.1')
    const responding = setInterval(() => {
      if (performance.now() - last < 300) return
      for (const response of open) response.end('{}')
      open.clear()
    }, 20)
    await once(slow, 'listening')
    const many = await startSource(200)
    onTestFinished(async () => {
      clearInterval(responding)
      slow.close()
      await many.close()
    })
    const at = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const { connectorId } = await product.activeConnector(configFor({ source: many.url, destination: at, batchSize: 200 }))
    for (const [computeSize, wanted] of Object.entries(computeSizes).toReversed()) {
      most = 0
      await product.ask('PATCH', `/api-connectors/connectors/${connectorId}`, { connector: { computeSize } })
      const runId = await product.run(connectorId)
      expect(await product.ended(connectorId, runId)).toMatchObject({ recordsDelivered: 200 })
      expect(most, computeSize).toBe(wanted)
    }
  })

  it('lets a replay that is under way send all that it was given, and erases it afterwards', async () => {
    const { database, destination, product, connectorId, set } = await stage()
    const given = [7, 8, 9].map(record)
    const form = { source: 'custom', timeframe: 'latest', records: given, count: 3, delay: 400 }
    const { replayId } = (await product.ask('POST', `/api/replay/${connectorId}`, form)).body
    const { runId } = (
      await product.ask('POST', `/api/replay/${connectorId}/${replayId}/start`, {
        include: { arrived: false, unknown: false, skipped: false },
      })
    ).body
    await eventually(
      async () => destination.bodies.length,
      (count) => count > 0,
    )
    await set(false)
    await erasePayloads(database.db)
    expect(await product.ended(connectorId, runId)).toMatchObject({ recordsDelivered: 3 })
    // One whose answer was late is sent again, after the next one.
    expect([...destination.effects.keys()].toSorted()).toEqual(given.map(({ id }) => id))
    await erasePayloads(database.db)
    expect(await tablesWith(database)).toEqual([])
  })

  it('delivers events that were sealed, once, and erases what was kept before', async () => {
    const { database, destination, product, connectorId, set, runs, answerWith } = await stage((it) => ({
      ...it,
      trigger: { type: 'webhook' },
      source: { type: 'http' },
    }))
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const send = (n: number, key = `event-${n}`) =>
      product.app.inject({
        ...{ method: 'POST', url: `/hooks/${connectorId}`, payload: JSON.stringify(record(n)) },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, 'idempotency-key': key },
      })
    const settled = (count: number) =>
      eventually(runs, (all) => all.every(isOver) && all.reduce((sum, it) => sum + it.recordsDelivered, 0) === count)
    await send(1)
    await settled(1)
    expect(await tablesWith(database)).toContain('hook_events')
    await sql`update hook_events set beside = ${JSON.stringify({ $query: { shop: `${marker}-1` } })}`.execute(database.db)
    await set(false)
    await erasePayloads(database.db)
    expect(await tablesWith(database)).toEqual([])
    await sql`update runs set created_at = created_at - interval '1 minute'`.execute(database.db)
    await send(2)
    await settled(2)
    expect((await send(2)).statusCode).toBe(202)
    expect((await send(3, 'event-2')).json()).toMatchObject({ code: 'request/key-reused' })
    expect(destination.bodies.map((body) => JSON.parse(body).id)).toEqual([`${marker}-1`, `${marker}-2`])
    expect(await tablesWith(database)).toEqual([])

    answerWith(401)
    await send(4)
    await eventually(runs, ([newest]) => newest?.status === 'failed')
    const left = sql<{ sealed: number }>`select count(*)::int as sealed from source_pages where sealed`
    expect((await left.execute(database.db)).rows).toEqual([{ sealed: 1 }])
    expect(await tablesWith(database)).toEqual([])
    answerWith(200)
    await sql`update runs set created_at = created_at - interval '1 minute', ended_at = ended_at - interval '1 minute'`.execute(
      database.db,
    )
    await send(5)
    await eventually(runs, (all) => all.every(isOver) && destination.effects.has(`${marker}-5`))
    expect(destination.effects.get(`${marker}-4`), 'sent by the next run, as it was sealed').toBe(1)
    expect((await left.execute(database.db)).rows).toEqual([{ sealed: 0 }])
    expect(await tablesWith(database)).toEqual([])
  })
})
