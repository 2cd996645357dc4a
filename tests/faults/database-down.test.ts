/** F4, F5 and F37: the database goes away, falls silent, and loses its answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'

import { startDestination } from '../engine/kit/dest-sim.ts'
import { play } from '../engine/kit/scene.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, eventually } from '../engine/kit/stage.ts'
import { inFullForm } from '../kit/form.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { openOwn, ownCluster } from './kit/database.ts'
import { commits, startDbProxy } from './kit/db-proxy.ts'
import { openProduct, type Product } from './kit/product.ts'
import { chanceOf, inForm, seeds } from './kit/seed.ts'

const draft = configFor({ source: 'http://127.0.0.1:1025', destination: 'http://127.0.0.1:1025' })

/** Makes connectors one after the other, through thick and thin, and remembers which were acknowledged. */
function makeMany(product: Product) {
  const acknowledged: string[] = []
  const refused: { status: number; code: string; retryAfter: unknown; took: number }[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver && product.isOpen()) {
      const { status, body, headers, took } = await product.ask('POST', '/api-connectors/', {
        connector: { name: 'Kept' },
        config: draft,
      })
      if (status === 201) acknowledged.push(body.connector._id)
      else refused.push({ status, code: body.code, retryAfter: headers['retry-after'], took })
      await sleep(20)
    }
  })()
  const end = async () => {
    isOver = true
    await done
  }
  return { acknowledged, refused, end }
}

const isHere = inject('postgresSuperuserUrl') !== null

describe.runIf(isHere)('PostgreSQL', () => {
  it.each([
    ...inFullForm([['F4, F37', 'is stopped at once, as near to a power loss as a process comes, and started', 'stop'] as const]),
    ['F4', 'has a backend killed, and recovers', 'kill'] as const,
  ])('%s %s: 503 meanwhile, sending rests, and everything goes on by itself', async (row, _, how) => {
    const cluster = await ownCluster()
    const { database, faults } = await openOwn(cluster.url)
    const product = await openProduct(database, { runsAtOnce: 0 })
    const scene = await play(database, { records: 3_000, destination: { delay: 10 } })
    const making = makeMany(product)
    const sent = () => scene.destination.journal.length
    await eventually(sent, (count) => count > 300)
    await eventually(
      () => making.acknowledged.length,
      (count) => count > 5,
    )
    if (how === 'stop') await cluster.crash()
    else {
      const one = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
      process.kill(one.rows[0]?.pid ?? 0, 'SIGKILL')
    }
    const lostAt = Date.now()
    await eventually(
      () => faults.length,
      (count) => count > 0,
    )
    if (how === 'stop') {
      await sleep(3_000)
      expect(making.refused.length).toBeGreaterThan(0)
      expect(scene.destination.journal.filter(({ at }) => at > lostAt + 2_000)).toEqual([])
      await cluster.restart()
    }
    await eventually(
      () => product.ask('GET', '/readyz'),
      ({ status }) => status === 200,
    )
    const upAt = Date.now()
    const before = sent()
    await eventually(sent, (count) => count > before + 100)
    const recovery = Date.now() - upAt
    await scene.over()
    await making.end()
    const sums = await expectWhole(database, scene.place, scene.run, scene.destination, 3_000)
    expect(recovery).toBeLessThan(10_000)
    for (const refusal of making.refused) {
      expect(refusal).toMatchObject({ status: 503, code: 'server/unavailable', retryAfter: '2' })
      expect(refusal.took).toBeLessThan(2_000)
    }
    const kept = await database.db.selectFrom('connectors').select('id').where('id', 'in', making.acknowledged).execute()
    expect(kept).toHaveLength(making.acknowledged.length)
    tell(`${row} ${how}`, null, { ...sums, recovery, more: `acknowledged=${making.acknowledged.length} lost=0` })
  })

  it('F5 falls silent: every wait ends within ten seconds, and everything goes on by itself', async () => {
    const { database: direct, place: where, remove } = await freshDatabase('postgres')
    const proxy = await startDbProxy(where.url ?? '')
    const { database } = await openOwn(proxy.url)
    const product = await openProduct(database, { runsAtOnce: 0 })
    const scene = await play(database, { records: 2_000, destination: { delay: 10 } })
    const sent = () => scene.destination.journal.length
    await eventually(sent, (count) => count > 200)
    proxy.silence()
    const silentAt = Date.now()
    const waits = await Promise.all(Array.from({ length: 3 }, () => product.ask('GET', '/readyz')))
    // A connection that was half open is not lent again.
    waits.push(await product.ask('GET', '/readyz'))
    for (const { status, took } of waits) {
      expect(status).toBe(503)
      expect(took).toBeLessThan(10_500)
    }
    await sleep(inForm(0, 60_000 - (Date.now() - silentAt)))
    expect(scene.destination.journal.filter(({ at }) => at > silentAt + 2_000)).toEqual([])
    proxy.heal()
    const healedAt = Date.now()
    const before = sent()
    await eventually(sent, (count) => count > before + 100)
    const recovery = Date.now() - healedAt
    await scene.over()
    const sums = await expectWhole(direct, scene.place, scene.run, scene.destination, 2_000)
    expect(recovery).toBeLessThan(10_000)
    await database.close()
    await proxy.close()
    await remove()
    tell(`F5 silent for ${Math.round((healedAt - silentAt) / 1_000)} s`, null, { ...sums, recovery })
  })

  it.each(seeds)('F5 loses the answers of commits: what happened is not done again (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const { database: direct, place: where, remove } = await freshDatabase('postgres')
    const proxy = await startDbProxy(where.url ?? '')
    const { database } = await openOwn(proxy.url)
    const records = inForm(1_500, 20_000)
    const times = inForm(10, 40)
    proxy.cutAfter((sent) => commits(sent) && chance.next() < 0.3, times)
    const scene = await play(database, { records, config: { strategy: 'bulk', batchSize: 10 }, destination: { delay: 5 } })
    await scene.over(120_000)
    expect(proxy.cuts).toBe(times)
    const sums = await expectWhole(direct, scene.place, scene.run, scene.destination, records)
    await scene.engine.stop()
    await database.close()
    await proxy.close()
    await remove()
    tell('F5', seed, { ...sums, more: `cuts=${proxy.cuts}` })
  })

  it.each(seeds)('F5 loses the answer of a press: the same key makes one deployment and one run (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const { database: direct, place: where, remove } = await freshDatabase('postgres')
    const proxy = await startDbProxy(where.url ?? '')
    const { database } = await openOwn(proxy.url)
    const source = await startSource(10)
    const destination = await startDestination()
    const product = await openProduct(database)
    const place = await product.activeConnector(configFor({ source: source.url, destination: destination.url }))
    const { connectorId } = place
    const presses = inForm(5, 30)
    let again = 0
    for (let press = 1; press <= presses; press += 1) {
      const path =
        chance.next() < 0.5 ? `/api-connectors/connectors/${connectorId}/deploy` : `/api-connectors/${connectorId}/runs`
      const before = proxy.cuts
      // One to three answers in a row are lost: also those of the tries after.
      const times = chance.between(1, 3)
      proxy.cutAfter((sent) => /^Q....commit\0/is.test(sent.toString('latin1')), times)
      let reply = await product.ask('POST', path, {}, `press-${press}`)
      // The engine's own commits may have met a cut; then the press was answered.
      while (reply.status === 503) {
        again += 1
        reply = await product.ask('POST', path, {}, `press-${press}`)
      }
      expect(reply.status, JSON.stringify(reply.body)).toBe(202)
      expect(proxy.cuts).toBeLessThanOrEqual(before + times)
      await eventually(
        async () => [
          await product.statusOf(connectorId),
          (await direct.db.selectFrom('runs').select('status').where('status', 'in', ['queued', 'running']).execute()).length,
        ],
        ([status, open]) => status === 'Active' && open === 0,
      )
    }
    expect(proxy.cuts).toBeGreaterThanOrEqual(presses - 1)
    const count = async (table: 'deployments' | 'runs') =>
      (await direct.db.selectFrom(table).select('id').where('connector_id', '=', connectorId).execute()).length
    // One deployment made the connector active.
    expect((await count('deployments')) + (await count('runs'))).toBe(presses + 1)
    for (const it of [source, destination, proxy]) await it.close()
    await product.engine.stop()
    await database.close()
    await remove()
    tell('F5 presses', seed, { more: `cuts=${proxy.cuts} pressed-again=${again} made=${presses}` })
  })
})
