/** Only new or changed records are sent (decision 0051): what was delivered is not sent again, and everything else is. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { onlyChangedOf } from '#contract/connectors/config/delivery-keys.ts'
import { figuresOf } from '#server/engine/ledger/ledger-sums.repository.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, type Misbehaviour } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { configFor, ended } from '../kit/stage.ts'
import { inOrder, nothingElse, stageReplay } from '../replay/replay-stage.ts'

const scheduled = (config: ConnectorConfig): ConnectorConfig => ({
  ...config,
  trigger: { type: 'schedule', everySeconds: 86_400 },
})

async function again({ database, place, engine }: Scene) {
  const { companyId, connectorId, userId } = place
  const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
  engine.wake()
  return ended(database, place, run)
}

/** Of the connector, since yesterday. */
async function figures({ database, place: { companyId, connectorId } }: Scene) {
  const span = { from: Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000, to: Math.ceil(Date.now() / 3_600_000) * 3_600_000 }
  const { sums } = await figuresOf(database.db, { companyId, connectorIds: [connectorId] }, [span], span)
  return sums[0]
}

type Order = { readonly id?: number; readonly state: string }

/** A source with a changeable list, and a destination that ignores keys and answers as the test sets it. */
function stageOf(first: readonly Order[]) {
  const it: { now: readonly Order[]; does: Misbehaviour | null } = { now: first, does: null }
  const script: Script = (_, response) => !!response.end(JSON.stringify(it.now))
  const destination = { honoursKeys: false, misbehave: () => it.does }
  return { it, options: { script, destination, config: { paging: null }, change: scheduled } as const }
}

const two: readonly Order[] = [
  { id: 1, state: 'A' },
  { id: 2, state: 'A' },
]

describeOnEachDatabase('only new or changed records', (open) => {
  it.each(['individual', 'bulk'] as const)(
    '3 runs over 2 records make 2 contacts, and a change makes one: %s',
    async (strategy) => {
      const { database } = await open()
      const { it: list, options } = stageOf(two)
      const scene = await play(database, { ...options, config: { paging: null, strategy } })
      expect(await scene.over()).toMatchObject({ recordsDelivered: 2, recordsUnchanged: 0 })
      for (let run = 2; run <= 3; run += 1)
        expect(await again(scene)).toMatchObject({
          ...{ status: 'succeeded', recordsRead: 2, recordsDelivered: 0, recordsSkipped: 0, recordsUnchanged: 2 },
          statusReason: "Nothing to send. All 2 records were delivered before and didn't change.",
        })
      expect(inOrder(scene.destination.effects)).toEqual([
        [1, 1],
        [2, 1],
      ])
      expect(await figures(scene)).toMatchObject({ delivered: 2, unchanged: 4 })
      await rollUp(database.db)
      expect(await figures(scene)).toMatchObject({ delivered: 2, unchanged: 4, skipped: 0 })
      list.now = [{ id: 1, state: 'A' }, { id: 2, state: 'B' }, { state: 'A' }]
      expect(await again(scene)).toMatchObject({ recordsDelivered: 2, recordsUnchanged: 1 })
      // Back to what it was, and a record without a key, which cannot be known again.
      list.now = [...two, { state: 'A' }]
      expect(await again(scene)).toMatchObject({ recordsDelivered: 2, recordsUnchanged: 1 })
      expect(scene.destination.effects.get(2)).toBe(3)
    },
  )

  it('a record that failed is sent again, and then not any more', async () => {
    const { database } = await open()
    const { it: list, options } = stageOf(two)
    list.does = answering(422)
    const scene = await play(database, options)
    expect(await scene.over()).toMatchObject({ recordsFailed: 2 })
    list.does = null
    expect(await again(scene)).toMatchObject({ recordsDelivered: 2, recordsUnchanged: 0 })
    expect(await again(scene)).toMatchObject({ recordsDelivered: 0, recordsUnchanged: 2 })
    expect(scene.destination.journal).toHaveLength(4)
  })

  it('what may have arrived is not sent again and says so', async () => {
    const { database } = await open()
    const { it: list, options } = stageOf(two)
    list.does = { commits: true, answer: (response) => response.socket?.destroy() }
    const scene = await play(database, options)
    expect(await scene.over()).toMatchObject({ recordsUnknown: 2 })
    list.does = null
    expect(await again(scene)).toMatchObject({ recordsDelivered: 0, recordsSkipped: 2, recordsUnchanged: 0 })
    expect([...scene.destination.effects.values()]).toEqual([1, 1])
  })

  it('a version that was deployed before this was the default keeps sending everything', async () => {
    const { database } = await open()
    const { over, place } = await play(database, stageOf(two).options)
    await over()
    const kept = () => readVersion(database.db, place.companyId, place.connectorId, 1)
    expect(onlyChangedOf(await kept())).toBe(true)
    await database.db.updateTable('connector_versions').set({ defaults: 0 }).execute()
    expect(onlyChangedOf(await kept())).toBe(false)
  })

  it('a record that a replay delivered is not sent by the next run', async () => {
    const { database } = await open()
    const stage = await stageReplay(
      { database },
      {
        ...{ records: 3, refused: [2] },
        change: (config) => scheduled({ ...config, source: { ...config.source, listConfig: { ...simple } } }),
        script: (_, response) => !!response.end(JSON.stringify([1, 2, 3].map((id) => ({ id, state: 'A' })))),
      },
    )
    await stage.run()
    stage.mend()
    await stage.replayed({}, nothingElse)
    await stage.run()
    expect(inOrder(stage.destination.effects)).toEqual([1, 2, 3].map((id) => [id, 1]))
    expect(stage.destination.journal.filter(({ ids }) => ids[0] === 2)).toHaveLength(2)
  })
})

const simple = { type: 'simple', iterationPath: '', batchSize: 100, outputConfig: { strategy: 'individual' } } as const

it('events of a webhook are all sent', () => {
  const config = configFor({ source: 'https://a.test', destination: 'https://b.test' })
  const destination = { ...config.destination, onlyChanged: true }
  const checked = (change: Partial<ConnectorConfig>) => checkConfig({ ...config, destination, ...change }).map(({ path }) => path)
  expect(checked({})).toEqual([])
  expect(checked({ trigger: { type: 'webhook' } })).toContain('/destination/onlyChanged')
})
