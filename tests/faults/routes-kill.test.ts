/** A process is killed while it sends to two destinations: each has its own records once, and the sums hold for each and in total. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { configFor, eventually } from '../engine/kit/stage.ts'
import { second, upTo, withSecond } from '../engine/kit/two-destinations.ts'
import { byForm } from '../kit/form.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { live } from './kit/lives.ts'
import { openProduct } from './kit/product.ts'
import { chanceOf, seedsOn } from './kit/seed.ts'
import { lifeOf, prepare, shortLease, type Transfer, untilSent } from './kit/transfer.ts'

/** Records up to 600 go to the first, from 401 on to the second: 200 go to both. */
const split =
  (url: string) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    routes: {
      fit: 'all',
      first: { name: 'ERP', only: { all: [{ path: 'id', is: 'atMost', to: 600 }] } },
      others: [
        {
          ...{ id: 3, name: 'Fulfilment', dataMapping: [], only: { all: [{ path: 'id', is: 'atLeast', to: 401 }] } },
          destination: { type: 'http', url, requestMethod: 'POST' },
        },
      ],
    },
  })

async function untilOver(transfer: Transfer) {
  const last = lifeOf(transfer)
  await eventually(last.said, (text) => text.includes('over'))
  last.child.kill('SIGTERM')
  await last.gone
}

describeOnEachDatabase('kill -9 with two destinations', (open, kind) => {
  it.each(seedsOn(kind).slice(0, 1))('loses and repeats nothing, and the sums hold (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    let refused = 0
    const other = await startDestination({
      delay: 5,
      // Each third request is not taken the first time.
      misbehave: ({ number }) => {
        if (number % 3 !== 0 || refused > 100) return null
        refused += 1
        return { commits: number % 2 === 0, answer: (response) => void response.writeHead(503).end() }
      },
    })
    onTestFinished(() => other.close())
    const transfer = await prepare(await open(), { records: 1_000, destination: { delay: 15 }, change: split(other.url) })
    const kills = byForm(3, 20)
    let killed = 0
    while (killed < kills) {
      const life = lifeOf(transfer)
      await untilSent(transfer, life, chance.between(5, Math.floor(500 / kills)))
      if (life.said().includes('over')) break
      life.child.kill('SIGKILL')
      await life.gone
      killed += 1
    }
    expect(killed).toBeGreaterThan(1)
    await untilOver(transfer)
    expect([transfer.destination.effects.size, other.effects.size]).toEqual([600, 600])
    expect(new Set([...transfer.destination.effects.values(), ...other.effects.values()])).toEqual(new Set([1]))
    expect([...other.effects.keys()].every((id) => Number(id) > 400)).toBe(true)
    const database = await openDatabase(transfer.where)
    try {
      const { companyId, connectorId } = transfer.place
      const run = await findRun(database.db, companyId, connectorId, transfer.run.runId)
      expect(run).toMatchObject({ status: 'succeeded', recordsRead: 1_200, recordsDelivered: 1_200 })
      expect(await ledgerSums(database.db, companyId, transfer.run.runId)).toMatchObject({
        delivered: 1_200,
        pending: 0,
        failed: 0,
      })
      const { rows } = await sql<{ route: number; count: number }>`
        select p.route, count(*)::int as count from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
        group by p.route order by p.route`.execute(database.db)
      expect(rows).toEqual([
        { route: 0, count: 600 },
        { route: 3, count: 600 },
      ])
    } finally {
      await database.close()
    }
  })
})

/** Events by turns for one destination and for the other, which is away until the last life. */
describeOnEachDatabase('kill -9 while one of two destinations of events is away', (open) => {
  const count = byForm(20, 60)
  it('loses and repeats nothing', async () => {
    const { database, place: where } = await open()
    const state = { isAway: true }
    const first = await second({ delay: 10 })
    const other = await second({
      misbehave: () => (state.isAway ? { commits: false, answer: (response) => void response.writeHead(503).end() } : null),
    })
    const product = await openProduct(database, { grouping: { pause: 60_000, window: 60_000, events: 1_000 } })
    const config = withSecond('first', { only: upTo(100) }, { url: other.url })
    const { connectorId } = await product.activeConnector({
      ...config(configFor({ source: '', destination: first.url })),
      ...{ trigger: { type: 'webhook' }, source: { type: 'http' } },
    })
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
    await product.engine.stop()
    for (let id = 1; id <= count; id += 1)
      for (const payload of [`{"id":${id}}`, `{"id":${id + 100}}`])
        await product.app.inject({ method: 'POST', url: `/hooks/${connectorId}`, headers, payload })
    await product.close()
    await database.close()
    const limits = { ...shortLease, grouping: { pause: 100, window: 5_000, events: 1_000 }, probePause: 50 }
    for (const arrived of byForm([8], [15, 40])) {
      const life = live({ place: where, limits })
      await eventually(
        () => first.effects.size,
        (arrivals) => arrivals >= arrived,
      )
      life.child.kill('SIGKILL')
      await life.gone
    }
    state.isAway = false
    const last = live({ place: where, limits })
    await eventually(
      () => Math.min(first.effects.size, other.effects.size),
      (arrivals) => arrivals === count,
    )
    await eventually(last.said, (text) => text.includes('over'))
    last.child.kill('SIGTERM')
    await last.gone
    expect(new Set([...first.effects.values(), ...other.effects.values()])).toEqual(new Set([1]))
    expect([...other.effects.keys()].every((id) => Number(id) > 100)).toBe(true)
    const after = await openDatabase(where)
    try {
      const { rows } = await sql<{ status: string; delivered: number }>`
        select status, records_delivered as delivered from runs where connector_id = ${connectorId}`.execute(after.db)
      expect(rows.every(({ status }) => status === 'succeeded')).toBe(true)
      expect(rows.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2 * count)
    } finally {
      await after.close()
    }
  })
})
