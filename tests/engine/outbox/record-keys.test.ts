/** Keys that are of the record (decision 0022): what did not change has no second effect, and what changed has one each time, also when it changes back. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { forgetOldVersions } from '#server/engine/read/record-versions.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play, type Scene } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { configFor, ended } from '../kit/stage.ts'
import { everything, inOrder, stageReplay } from '../replay/replay-stage.ts'

const scheduled = (config: ConnectorConfig): ConnectorConfig => ({
  ...config,
  trigger: { type: 'schedule', everySeconds: 86_400 },
  // What is sent again is what these tests are about.
  destination: { ...config.destination, onlyChanged: false },
})

const withoutPages = (source: ConnectorConfig['source']): ConnectorConfig['source'] => ({
  ...source,
  listConfig: { type: 'simple', iterationPath: '', batchSize: 100, outputConfig: { strategy: 'individual' } },
})

async function again({ database, place, engine }: Scene) {
  const { companyId, connectorId, userId } = place
  const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
  engine.wake()
  return ended(database, place, run)
}

const total = ({ destination }: Scene) => [...destination.effects.values()].reduce((sum, count) => sum + count, 0)

type Order = { readonly id?: number; readonly state: string }
const orders = (state: string, count = 5): Order[] => Array.from({ length: count }, (_, at) => ({ id: at + 1, state }))

/** A source whose list is what it is at the time. */
function listOf(first: Order[]) {
  const it = { now: first }
  const script: Script = (_, response) => !!response.end(JSON.stringify(it.now))
  return { it, options: { script, config: { paging: null }, change: scheduled } as const }
}

describeOnEachDatabase('keys of records', (open) => {
  it.each(['individual', 'bulk', 'aggregate'] as const)(
    '200 unchanged orders have 200 effects in 4 runs: %s',
    async (strategy) => {
      const { database } = await open()
      const scene = await play(database, { records: 200, config: { strategy, batchSize: 50 }, change: scheduled })
      expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 200 })
      for (let run = 2; run <= 4; run += 1)
        expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: 200 })
      expect([total(scene), scene.destination.effects.size]).toEqual([200, 200])
    },
  )

  it('a record that changes is delivered each time, also back to what it was', async () => {
    const { database } = await open()
    const { it: list, options } = listOf(orders('A'))
    const scene = await play(database, options)
    await scene.over()
    for (const state of ['B', 'A', 'A', 'B']) {
      list.now = [...orders('A', 4), { id: 5, state }]
      await again(scene)
    }
    expect([...scene.destination.effects]).toEqual([...[1, 2, 3, 4].map((id) => [id, 1]), [5, 4]])
    const keys = scene.destination.journal.filter(({ ids }) => ids[0] === 5).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })

  it('what the overlap of a cursor reads once more has no second effect', async () => {
    const { database } = await open()
    const { it: list, options } = listOf(orders('2026-11-01T10:00:00Z'))
    const scene = await play(database, {
      ...options,
      change: (config) => {
        const { source } = scheduled(config)
        const queries = [{ key: 'since', value: '{{cursor}}' }]
        const incrementalConfig = { by: 'field', cursorPath: 'state', overlap: 3_600 } as const
        const listConfig = source.listConfig && { ...source.listConfig, incrementalConfig }
        return { ...scheduled(config), source: { ...source, queries, ...(listConfig ? { listConfig } : {}) } }
      },
    })
    await scene.over()
    list.now = [...list.now, { id: 6, state: '2026-11-01T10:30:00Z' }]
    // What the cursor remembers is not even read.
    expect(await again(scene)).toMatchObject({ recordsDelivered: 1 })
    await database.db.updateTable('runs').set({ checkpoint: sql`checkpoint #- '{resume,memory}'` }).execute()
    expect(await again(scene)).toMatchObject({ recordsDelivered: 6 })
    expect([...scene.destination.effects.values()]).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('two records of one key in one list are both delivered, and each again when it comes alone', async () => {
    const { database } = await open()
    const { it: list, options } = listOf([
      { id: 1, state: 'A' },
      { id: 1, state: 'B' },
    ])
    const scene = await play(database, options)
    await scene.over()
    expect(scene.destination.effects.get(1)).toBe(2)
    // Whether the other one is gone, or this one is its new version, cannot be known: it is sent rather than left out.
    list.now = [{ id: 1, state: 'B' }]
    await again(scene)
    expect(scene.destination.effects.get(1)).toBe(3)
    list.now = [{ id: 1, state: 'A' }]
    await again(scene)
    expect(scene.destination.effects.get(1)).toBe(4)
  })

  it('records that cannot be known again are all delivered, and those of keys of the run', async () => {
    const { database } = await open()
    const { options } = listOf([{ state: 'A' }, { state: 'A' }])
    const scene = await play(database, options)
    await scene.over()
    await again(scene)
    expect(scene.destination.journal.filter(({ applied }) => applied)).toHaveLength(4)
    const ofRuns = await play(database, {
      ...{ records: 10, config: { paging: null } },
      change: (config) => scheduled({ ...config, destination: { ...config.destination, keys: 'run' } }),
    })
    await ofRuns.over()
    await again(ofRuns)
    expect(ofRuns.destination.journal.filter(({ applied }) => applied)).toHaveLength(20)
  })

  it('a replay of an older version is put right by the next run', async () => {
    const { it: list, options } = listOf(orders('A'))
    const { destination, run, replayed } = await stageReplay(await open(), {
      script: options.script,
      change: (config) => scheduled({ ...config, source: withoutPages(config.source) }),
    })
    await run()
    list.now = orders('B')
    await run()
    await replayed({ source: 'custom', count: 2, records: [{ id: 1, state: 'A' }, list.now[1]] }, everything)
    await run()
    expect(inOrder(destination.effects)).toEqual([4, 3, 2, 2, 2].map((count, at) => [at + 1, count]))
    const last = destination.journal.findLastIndex(({ ids, applied }) => ids[0] === 1 && applied)
    expect(destination.bodies[last]).toContain('"B"')
  })

  it('what was not read for long is forgotten, and the connector that is gone', async () => {
    const { database } = await open()
    const { options } = listOf(orders('A'))
    const scene = await play(database, options)
    await scene.over()
    const { db } = database
    const left = async () => (await db.selectFrom('record_versions').select('mark').execute()).length
    await forgetOldVersions(db)
    expect(await left()).toBe(5)
    await db
      .updateTable('record_versions')
      .set({ seen_on: new Date(Date.now() - 100 * 86_400_000) })
      .where(
        'mark',
        'in',
        (await db.selectFrom('record_versions').select('mark').limit(2).execute()).map(({ mark }) => mark),
      )
      .execute()
    await forgetOldVersions(db)
    expect(await left()).toBe(3)
    await db.updateTable('connectors').set({ deleted_at: new Date() }).where('id', '=', scene.place.connectorId).execute()
    await forgetOldVersions(db)
    expect(await left()).toBe(0)
  })
})

it('keys of records are refused where nothing could have them', () => {
  const config = configFor({ source: 'https://a.test', destination: 'https://b.test' })
  const destination = { ...config.destination, keys: 'record' } as const
  const checked = (change: Partial<ConnectorConfig>) => checkConfig({ ...config, destination, ...change }).map(({ path }) => path)
  expect(checked({})).toEqual([])
  expect(checked({ trigger: { type: 'webhook' } })).toContain('/destination/keys')
  expect(checked({ destination: { ...destination, type: 'database' } })).toContain('/destination/keys')
})
