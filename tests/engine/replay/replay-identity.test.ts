/** Two different things under one `id` in different runs: none is called arrived because the other one did. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { databaseConfig, eventuallyClosed, openDatabaseOf, type TestDatabase } from '../database/database-stage.ts'
import type { Script } from '../kit/source-sim.ts'
import { nothingElse, stageReplay } from './replay-stage.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await openDatabaseOf('postgresql')
  await shop.run('create table orders (tenant int, id int, note text, primary key (tenant, id))')
})
afterAll(async () => {
  await eventuallyClosed(shop)
  await shop.remove()
})

type Thing = { readonly id: number; readonly tenant: number; readonly note?: string }
type Stage = Awaited<ReturnType<typeof stageReplay>>
type Source = ConnectorConfig['source']

const listed = (source: Source): Source => ({
  ...source,
  listConfig: { type: 'simple', iterationPath: 'items', batchSize: 100, outputConfig: { strategy: 'individual' } },
})

/** What the plan says of everything that the first run could not deliver, once the second run delivered what came then. */
async function planAfter(stage: Stage, before: () => Promise<unknown> | unknown) {
  const first = await stage.run()
  expect(first).toMatchObject({ recordsFailed: 1 })
  stage.mend()
  await before()
  expect(await stage.run()).toMatchObject({ recordsFailed: 0, recordsDelivered: 1 })
  const id = (await stage.product.ask('POST', `${stage.path}/chosen`, { runId: first.runId, delay: 0 })).body.replayId as string
  return { id, plan: (await stage.look(id)).plan }
}

describeOnEachDatabase('a replay', (open) => {
  const list = { now: [] as readonly Thing[] }
  const script: Script = (_, response) => !!response.end(JSON.stringify({ items: list.now }))
  const stageList = async (keyFields?: string[]) => {
    list.now = [{ id: 7, tenant: 1 }]
    const source = (it: Source) => ({ ...listed(it), ...(keyFields ? { keyFields } : {}) })
    const change = (config: ConnectorConfig) => ({ ...config, source: source(config.source) })
    return stageReplay(await open(), { script, refused: [7], change })
  }

  it.each<[string, string[] | undefined, Thing, object]>([
    ['another thing may have come under the id', undefined, { id: 7, tenant: 2 }, { unknown: 1, arrived: 0, neverArrived: 0 }],
    ['the same content came', undefined, { id: 7, tenant: 1 }, { arrived: 1, unknown: 0 }],
    ['key fields tell the two apart', ['tenant', 'id'], { id: 7, tenant: 2 }, { neverArrived: 1, arrived: 0, unknown: 0 }],
    ['the key fields are the same', ['tenant', 'id'], { id: 7, tenant: 1, note: 'changed' }, { arrived: 1, unknown: 0 }],
  ])('of a list: %s', async (_, keyFields, later, expected) => {
    const stage = await stageList(keyFields)
    const { plan } = await planAfter(stage, () => {
      list.now = [later]
    })
    expect(plan).toMatchObject(expected)
  })

  it('sends what may be another record where a person chooses it', async () => {
    const stage = await stageList()
    const { id } = await planAfter(stage, () => {
      list.now = [{ id: 7, tenant: 2 }]
    })
    expect((await stage.start(id)).status).toBe(422)
    expect((await stage.start(id, { ...nothingElse, unknown: true })).status).toBe(202)
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { delivered: 1 } })
    expect(stage.destination.bodies.filter((body) => body.includes('"tenant":1'))).toHaveLength(2)
  })

  it.each<[string, object, object]>([
    ['a query of several tenants', { query: 'select * from orders' }, { unknown: 1, arrived: 0 }],
    [
      'a query with key columns',
      { query: 'select * from orders', keyColumns: ['tenant', 'id'] },
      { neverArrived: 1, unknown: 0 },
    ],
    ['a table with a key', { table: 'orders' }, { neverArrived: 1, unknown: 0 }],
  ])('of a database: %s', async (_, what, expected) => {
    await shop.run('delete from orders', "insert into orders values (1, 7, 'first')")
    const source: Source = {
      type: 'database',
      databaseConfig: databaseConfig(shop, what),
      auth: { type: 'basic', username: shop.user, password: shop.password || 'none' },
    }
    const stage = await stageReplay(await open(), {
      refused: [7],
      change: (config) => ({
        ...config,
        source: { ...source, isList: true, listConfig: { ...listed(config.source).listConfig, iterationPath: '' } as never },
      }),
    })
    const { plan } = await planAfter(stage, () => shop.run('delete from orders', "insert into orders values (2, 7, 'other')"))
    expect(plan).toMatchObject(expected)
  })
})
