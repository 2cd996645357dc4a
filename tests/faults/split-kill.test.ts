/** A process is killed while it makes lines of the items of records: each line is there once, and the sums hold. */
import { expect, it } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import { eventually } from '../engine/kit/stage.ts'
import { byForm } from '../kit/form.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { chanceOf, seedsOn } from './kit/seed.ts'
import { lifeOf, prepare, untilSent } from './kit/transfer.ts'

/** Three lines of each order, and of one of them more than a page of the outbox holds. */
const many = byForm(1_100, 1_500)
const orders = byForm(60, 200)
const lines = (orders - 1) * 3 + many
const itemsOf = (id: number) => Array.from({ length: id === 30 ? many : 3 }, (_, at) => ({ id: `${id}/${at}` }))

describeOnEachDatabase('kill -9 while records become lines', (open, kind) => {
  it.each(seedsOn(kind).slice(0, 1))('loses and repeats nothing (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const transfer = await prepare(await open(), {
      records: orders,
      strategy: 'bulk',
      batchSize: byForm(50, 20),
      destination: { delay: 10 },
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        const ids = Array.from({ length: Math.min(20, Math.max(0, orders - from)) }, (_, at) => from + at + 1)
        return !!response.end(JSON.stringify({ items: ids.map((id) => ({ id, lines: itemsOf(id) })) }))
      },
      change: (config) => ({
        ...config,
        dataMapping: [
          { id: 'a', source: 'item.id', target: 'id', sourcePath: 'item.id', targetPath: 'id' },
          { id: 'b', source: 'id', target: 'order', sourcePath: 'id', targetPath: 'order' },
        ],
        records: { each: { path: 'lines', empty: 'leaveOut' } },
      }),
    })
    let killed = 0
    for (const kills = byForm(2, 20); killed < kills; killed += 1) {
      const life = lifeOf(transfer)
      await untilSent(transfer, life, chance.between(2, Math.floor(byForm(16, 60) / kills)))
      if (life.said().includes('over')) break
      life.child.kill('SIGKILL')
      await life.gone
    }
    expect(killed).toBeGreaterThan(1)
    const last = lifeOf(transfer)
    await eventually(last.said, (text) => text.includes('over'))
    last.child.kill('SIGTERM')
    await last.gone
    const { effects } = transfer.destination
    expect(effects.size).toBe(lines)
    expect(new Set(effects.values())).toEqual(new Set([1]))
    const database = await openDatabase(transfer.where)
    try {
      const { companyId, connectorId } = transfer.place
      const run = await findRun(database.db, companyId, connectorId, transfer.run.runId)
      const sums = { status: 'succeeded', recordsRead: lines, recordsDelivered: lines, sourceRecordsRead: orders }
      expect(run).toMatchObject(sums)
      expect(await ledgerSums(database.db, companyId, transfer.run.runId)).toMatchObject({ delivered: lines, pending: 0 })
    } finally {
      await database.close()
    }
  })
})
