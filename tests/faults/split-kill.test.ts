/** A process is killed while it sends the lines of orders to two destinations: each has its lines once, and the sums hold for each and in total. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import { openDatabaseOf, sideOf } from '../engine/database/database-stage.ts'
import { eventually, testVault } from '../engine/kit/stage.ts'
import { byForm } from '../kit/form.ts'
import { describeOnEachDatabase, postgresIsHere } from '../server/kit/databases.ts'
import { expectSumsOfLedger, tell } from './kit/checker.ts'
import { chanceOf, seedsOn } from './kit/seed.ts'
import { lifeOf, type Prepared, prepare, untilSent } from './kit/transfer.ts'

type Size = { readonly orders: number; readonly page: number; readonly kills: number }

const few: Size = { orders: 60, page: 20, kills: 2 }
/** The embedded database has one connection for everything, and takes seconds to start. */
const some: Size = { orders: 2_000, page: 20, kills: 20 }
const many: Size = { orders: 100_000, page: 200, kills: 20 }

/** Lines of one of the orders: more than a page of the outbox holds. All others have three. */
const long = byForm(1_100, 1_500)
const itemsOf = (id: number) => Array.from({ length: id === 30 ? long : 3 }, (_, at) => ({ id: `${id}/${at}` }))

/** All lines go to the table, and those after the first of their order to the web service as well. */
const toBoth =
  (table: DestinationConfig) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    dataMapping: mapping,
    records: { each: { path: 'lines', empty: 'leaveOut' } },
    routes: {
      fit: 'all',
      first: { name: 'Shipping', only: { all: [{ path: 'itemNumber', is: 'atLeast', to: 2 }] } },
      others: [{ id: 3, name: 'Warehouse', destination: table, dataMapping: mapping }],
    },
  })

const mapping: ConnectorConfig['dataMapping'] = [
  { id: 'a', source: 'item.id', target: 'id', sourcePath: 'item.id', targetPath: 'id' },
  { id: 'b', source: 'id', target: 'order_no', sourcePath: 'id', targetPath: 'order_no' },
]

/** A table without a key, in which a row that is written twice is there twice. */
async function openWarehouse() {
  const warehouse = await openDatabaseOf('postgresql')
  onTestFinished(() => warehouse.remove())
  await warehouse.run('create table lines (id text, order_no int)')
  const side = sideOf(warehouse, { table: 'lines' })
  /** Its password is kept as that of a deployed version. */
  async function destination({ database, place }: Prepared): Promise<DestinationConfig> {
    if (!side.databaseConfig) return side
    const ref = newSecretRef(warehouse.password)
    const origin = databaseOrigin(side.databaseConfig)
    if (warehouse.password !== '') await addSecret(database.db, testVault, { ...place, ref, origin, plain: warehouse.password })
    const password = (warehouse.password === '' ? '' : ref) as string
    return { ...side, auth: { type: 'basic', username: warehouse.user, password } }
  }
  return { warehouse, destination }
}

describeOnEachDatabase('kill -9 while lines go to a table and to a web service', (open, kind) => {
  const size = byForm(few, kind === 'embedded' ? some : many)
  const { orders, page } = size
  const lines = (orders - 1) * 3 + long
  const shipped = lines - orders
  const timeout = byForm(120_000, 1_800_000)

  it.skipIf(!postgresIsHere()).each(seedsOn(kind).slice(0, 1))(
    'loses and repeats nothing (seed %i)',
    { timeout },
    async (seed) => {
      const chance = chanceOf(seed)
      const { warehouse, destination } = await openWarehouse()
      const transfer = await prepare(await open(), {
        records: orders,
        strategy: 'bulk',
        batchSize: page,
        destination: { delay: 10 },
        script: ({ url }, response) => {
          const from = Number(url.searchParams.get('offset'))
          const ids = Array.from({ length: Math.min(page, Math.max(0, orders - from)) }, (_, at) => from + at + 1)
          return !!response.end(JSON.stringify({ items: ids.map((id) => ({ id, lines: itemsOf(id) })) }))
        },
        change: async (config, prepared) => toBoth(await destination(prepared))(config),
      })
      const began = performance.now()
      let killed = 0
      for (; killed < size.kills; killed += 1) {
        const life = lifeOf(transfer)
        await untilSent(transfer, life, chance.between(1, Math.max(2, Math.floor(orders / page / size.kills))))
        if (life.said().includes('over')) break
        life.child.kill('SIGKILL')
        await life.gone
      }
      expect(killed).toBe(size.kills)
      const last = lifeOf(transfer)
      await eventually(last.said, (text) => text.includes('over'), timeout)
      last.child.kill('SIGTERM')
      await last.gone
      tell('lines', seed, { more: `${orders} orders, ${killed} kills, ${Math.round((performance.now() - began) / 1_000)} s` })

      const { effects } = transfer.destination
      expect(effects.size).toBe(shipped)
      expect(new Set(effects.values())).toEqual(new Set([1]))
      const [rows] = await warehouse.rows(
        'select count(*)::int as rows, count(distinct id)::int as lines, count(distinct order_no)::int as orders from lines',
      )
      expect(rows).toEqual({ rows: lines, lines, orders })
      const database = await openDatabase(transfer.where)
      try {
        const { companyId, connectorId } = transfer.place
        const run = await findRun(database.db, companyId, connectorId, transfer.run.runId)
        const all = lines + shipped
        expect(run).toMatchObject({ status: 'succeeded', recordsRead: all, recordsDelivered: all, sourceRecordsRead: orders })
        const sums = { delivered: all, pending: 0, failed: 0, skipped: 0, unknown: 0, leftOut: 0 }
        expect(await ledgerSums(database.db, companyId, transfer.run.runId)).toMatchObject(sums)
        const { rows: routes } = await sql<{ route: number; count: number }>`
        select p.route, count(*)::int as count from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
        where t.status = 'success' group by p.route order by p.route`.execute(database.db)
        expect(routes).toEqual([
          { route: 0, count: shipped },
          { route: 3, count: lines },
        ])
        await expectSumsOfLedger(database, transfer.place)
      } finally {
        await database.close()
      }
    },
  )
})
