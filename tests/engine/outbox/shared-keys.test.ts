/** Keys that several records share: translations, order lines, rows of several tenants. None is taken for a version of another. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkKeyFields } from '#server/engine/kit/key-fields.ts'
import { nameRecord, ownKey } from '#server/engine/kit/record-key.ts'
import { identityOf } from '#server/engine/plan/record-identity.ts'
import { keyShared } from '#server/features/connectors/config/mapped-paths.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play, type Scene } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { configFor, ended } from '../kit/stage.ts'
import { stageReplay } from '../replay/replay-stage.ts'

const scheduled = (config: ConnectorConfig): ConnectorConfig => ({
  ...config,
  trigger: { type: 'schedule', everySeconds: 86_400 },
  // What is sent again is what these tests are about.
  destination: { ...config.destination, onlyChanged: false },
})

async function again({ database, place, engine }: Scene) {
  const { companyId, connectorId, userId } = place
  const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
  engine.wake()
  return ended(database, place, run)
}

const total = ({ destination }: Scene) => [...destination.effects.values()].reduce((sum, count) => sum + count, 0)

type Shared = { readonly id: number; readonly locale: string; readonly text?: string }
const locales = ['de', 'en', 'fr']
const each = 20
const all = locales.length * each
const translations = locales.flatMap((locale) => Array.from({ length: each }, (_, at): Shared => ({ id: at + 1, locale })))

/** A list that is paged by number, `size` on a page, or given whole; it is what `now` is at the time. */
function listOf(first: readonly Shared[], size: number, around: object = {}) {
  const list = { now: first }
  const script: Script = ({ url }, response) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    return !!response.end(JSON.stringify({ items: list.now.slice((page - 1) * size, page * size), ...around }))
  }
  return { list, script }
}

describeOnEachDatabase('records that share a key', (open) => {
  it('on one page are delivered once each in 4 runs', async () => {
    const { database } = await open()
    const { script } = listOf(translations, all)
    const scene = await play(database, { script, config: { paging: 'page' }, change: scheduled })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsRead: all, recordsDelivered: all })
    for (let run = 2; run <= 4; run += 1) expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: all })
    expect(total(scene)).toBe(all)
  })

  it('on pages of their own are known again from the third run on', async () => {
    const { database } = await open()
    const { script } = listOf(translations, each)
    const scene = await play(database, { script, config: { paging: 'page' }, change: scheduled })
    await scene.over()
    expect(total(scene)).toBe(all)
    // A record that comes with another content on a later page may have changed meanwhile, so the next run sends it once more.
    await again(scene)
    const second = total(scene)
    expect(second).toBeLessThanOrEqual(all + each)
    for (let run = 3; run <= 4; run += 1) expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: all })
    expect(total(scene)).toBe(second)
  })

  it('a record that changes while it is read, and back, is in the end what it is', async () => {
    const { database } = await open()
    const one = (text: string): Shared => ({ id: 1, locale: 'en', text })
    const others = Array.from({ length: 3 }, (_, at): Shared => ({ id: at + 2, locale: 'en' }))
    const { list, script } = listOf([one('A'), ...others.slice(0, 1)], 2)
    const scene = await play(database, { script, config: { paging: 'page' }, change: scheduled })
    await scene.over()
    list.now = [one('A'), ...others, one('B')]
    await again(scene)
    list.now = [one('A'), ...others]
    await again(scene)
    const bodies = scene.destination.bodies.filter((body) => body.includes('"id":1,'))
    expect(bodies.at(-1)).toContain('"text":"A"')
    expect(bodies.length).toBeGreaterThanOrEqual(3)
  })

  it('are a complete list where as many were read as the source declares', async () => {
    const { database } = await open()
    const lines = Array.from({ length: 60 }, (_, at): Shared => ({ id: Math.floor(at / 3), locale: `line ${at}` }))
    const { script } = listOf(lines, 20, { total: 60 })
    const scene = await play(database, { script, config: { paging: 'page' } })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsRead: 60, recordsDelivered: 60, error: null })
  })

  it('are a complete list where equal ones stand on different pages, and the source declares each', async () => {
    const { database } = await open()
    const lines = Array.from({ length: 30 }, (_, at): Shared => ({ id: at % 25, locale: 'de' }))
    const { script } = listOf(lines, 10, { total: 30 })
    const scene = await play(database, { script, config: { paging: 'page' } })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 25, error: null })
  })

  it('a replay never calls one arrived because another did', async () => {
    const fresh = await open()
    const list: { now: readonly Shared[] } = {
      now: [
        { id: 1, locale: 'de' },
        { id: 1, locale: 'en' },
        { id: 2, locale: 'de' },
      ],
    }
    const script: Script = (_, response) => !!response.end(JSON.stringify({ items: list.now }))
    const stage = await stageReplay(fresh, {
      script,
      refused: [1],
      change: (config) => ({
        ...config,
        source: {
          ...config.source,
          listConfig: { type: 'simple', iterationPath: 'items', batchSize: 100, outputConfig: { strategy: 'individual' } },
        } as ConnectorConfig['source'],
      }),
    })
    const first = await stage.run()
    expect(first).toMatchObject({ recordsRead: 3, recordsFailed: 2 })
    stage.mend()
    list.now = [{ id: 1, locale: 'fr' }]
    await stage.run()
    const id = (await stage.product.ask('POST', `${stage.path}/chosen`, { runId: first.runId, delay: 0 })).body.replayId as string
    expect(await stage.look(id)).toMatchObject({ found: 2, plan: { neverArrived: 2, arrived: 0 } })
  })
})

describe('the name of a row', () => {
  const named = (parts: readonly (string | null)[]) => {
    const record = { id: 7 }
    nameRecord(record, parts)
    return ownKey(record)
  }
  it('is made of all of its key columns, and of one as it is', () => {
    expect([
      named(['7']),
      named(['1', '7']),
      named(['a|b', 'c']),
      named(['a', 'b|c']),
      named(['']),
      named(['1', null]),
      named(['1', '\\N']),
    ]).toEqual([...['7', '1|7', 'a\\|b|c', 'a|b\\|c', '7', '1|\\N', '1|\\\\N']])
  })

  it('is cut where it is long, and stays apart', () => {
    const [one, other] = [named(['x'.repeat(200), 'a']), named(['x'.repeat(200), 'b'])]
    expect(one).toHaveLength(128)
    expect(one).not.toBe(other)
  })
})

describe('the validation', () => {
  const { source } = configFor({ source: 'http://a.test', destination: 'http://b.test' })
  const table = { ...source, type: 'database' as const, databaseConfig: { query: 'select 1', keyColumns: ['sku'] } as never }

  it('warns where samples show one key with different contents', () => {
    const rows = [
      { id: 7, sku: 'a' },
      { id: 7, sku: 'b' },
      { id: 8, sku: 'b' },
    ]
    expect(keyShared({ source }, rows)).toMatchObject([
      { path: '/source/keyFields', message: expect.stringContaining('2 sample records share the key "7"') },
    ])
    expect(keyShared({ source: table }, rows)).toMatchObject([{ path: '/source/databaseConfig/keyColumns' }])
    expect(keyShared({ source: table }, rows.slice(0, 2))).toEqual([])
    expect(keyShared({ source }, [rows[0], rows[0], { sku: 'x' }, { sku: 'y' }])).toEqual([])
  })

  it('refuses key fields that lead to no single value, or twice to the same', () => {
    expect(checkKeyFields({ type: 'http', keyFields: ['id', 'id', 'lines[*].id', 'a['] }).map(({ path }) => path)).toEqual([
      ...['/keyFields/1', '/keyFields/2', '/keyFields/3'],
    ])
    expect(
      keyShared({ source: { ...source, keyFields: ['id', 'sku'] } }, [
        { id: 7, sku: 'a' },
        { id: 7, sku: 'b' },
      ]),
    ).toEqual([])
  })

  it.each<[string, ConnectorConfig['source'], readonly unknown[], object]>([
    ['nothing was looked at', source, [], { by: 'field', fields: ['id', '_id', 'key'], samples: 0, without: 0 }],
    ['each has one', source, [{ id: 7 }, { id: 8, key: 'x' }], { by: 'field', fields: ['id'], samples: 2, without: 0 }],
    ['some have one', source, [{ key: 7 }, { id: [] }, 'x'], { by: 'field', fields: ['key'], samples: 3, without: 2 }],
    ['none has one', source, [{ sku: 'x' }, { id: '' }], { by: 'content', fields: [], samples: 2, without: 2 }],
    ['columns are set', table, [{ sku: 'a' }], { by: 'keyColumns', fields: ['sku'], samples: 1, without: 0 }],
    [
      'fields are set',
      { ...source, keyFields: ['a.sku'] },
      [{ a: { sku: 'a' } }, { id: 1 }],
      { by: 'keyFields', fields: ['a.sku'], samples: 2, without: 1 },
    ],
    ['it is a query', { ...table, databaseConfig: { query: 'select 1' } as never }, [{ id: 1 }], { by: 'field', fields: ['id'] }],
    ['it is a table', { ...table, databaseConfig: { table: 't' } as never }, [{ id: 1 }], { by: 'tableKey', fields: [] }],
  ])('says what names records: %s', (_, from, records, expected) => {
    expect(identityOf({ source: from }, records)).toMatchObject(expected)
  })
})
