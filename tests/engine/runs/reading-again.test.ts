/** What a failed run says of the next one, when its source is read again from the beginning, and under which keys that one sends. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play, type Scene } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { ended } from '../kit/stage.ts'

const failingAt =
  (offset: number): Script =>
  ({ url }, response) =>
    Number(url.searchParams.get('offset')) >= offset && !!response.writeHead(401).end('{}')
const withKeys =
  (keys: 'record' | 'run') =>
  (config: ConnectorConfig): ConnectorConfig => ({ ...config, destination: { ...config.destination, keys } })

async function again({ database, place, engine }: Scene) {
  const { companyId, connectorId, userId } = place
  const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
  engine.wake()
  return ended(database, place, run)
}

type Item = { readonly id?: number; readonly state: string }

/** A list of pages of 10, of which the one from `failsAt` on is refused. */
function listOf(first: readonly Item[], failsAt: number) {
  const list = { now: first, failsAt }
  const script: Script = ({ url }, response) => {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    if (offset >= list.failsAt) return !!response.writeHead(401).end('{}')
    return !!response.end(JSON.stringify({ items: list.now.slice(offset, offset + 10) }))
  }
  return { list, script }
}

const items = (count: number, state = 'A'): Item[] => Array.from({ length: count }, (_, at) => ({ id: at + 1, state }))
const effects = ({ destination }: Scene) => [...destination.effects.values()].reduce((sum, count) => sum + count, 0)

describeOnEachDatabase('a run that failed in the middle of its source', (open) => {
  it.each(['run', 'record'] as const)('says that what was delivered is sent again, with keys of the %s', async (keys) => {
    const { database } = await open()
    const scene = await play(database, { script: failingAt(200), change: withKeys(keys) })
    const { status, recordsDelivered, statusNext } = await scene.over()
    expect([status, recordsDelivered]).toEqual(['failed', 200])
    expect(statusNext).toContain('The next run reads the source from where this run began. The 200 delivered records are')
    expect(statusNext).toContain('Unchanged records keep their Idempotency-Key.')
  })

  it('says nothing of it when nothing was delivered', async () => {
    const { database } = await open()
    const scene = await play(database, { script: failingAt(0), change: withKeys('run') })
    expect(await scene.over()).toMatchObject({ status: 'failed', recordsDelivered: 0, statusNext: 'The run has ended.' })
  })

  it.each(['individual', 'bulk', 'aggregate'] as const)(
    'is followed by runs that send what it delivered under the same keys, and by new ones after a success: %s',
    async (strategy) => {
      const { database } = await open()
      const { list, script } = listOf(items(40), 20)
      const scene = await play(database, { script, config: { strategy, batchSize: 5 } })
      expect(await scene.over()).toMatchObject({ status: 'failed', recordsDelivered: 20 })
      list.failsAt = 30
      expect(await again(scene)).toMatchObject({ status: 'failed', recordsDelivered: 30 })
      expect(effects(scene)).toBe(30)
      list.failsAt = 100
      expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: 40 })
      expect(effects(scene)).toBe(40)
      expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: 40 })
      expect(effects(scene)).toBe(80)
    },
  )

  it('knows records again on another page, and sends anew what changed, also back to what it was', async () => {
    const { database } = await open()
    const { list, script } = listOf(items(20), 20)
    const scene = await play(database, { script, config: { strategy: 'individual' } })
    await scene.over()
    const one = (state: string): Item => ({ id: 1, state })
    list.now = [{ id: 99, state: 'A' }, one('B'), ...items(19).slice(1)]
    await again(scene)
    expect([scene.destination.effects.get(1), scene.destination.effects.get(2), effects(scene)]).toEqual([2, 1, 22])
    list.now = [one('A'), ...items(19).slice(1)]
    await again(scene)
    expect([scene.destination.effects.get(1), effects(scene)]).toEqual([3, 23])
    expect(scene.destination.bodies.filter((body) => body.includes('"id":1,')).at(-1)).toContain('"A"')
  })

  it('delivers each of several records that share a key, and records without one', async () => {
    const { database } = await open()
    const shared = Array.from({ length: 10 }, (_, at): Item => ({ id: Math.floor(at / 2), state: `locale ${at}` }))
    const keyless = Array.from({ length: 10 }, (): Item => ({ state: 'same' }))
    const { list, script } = listOf([...shared, ...keyless], 20)
    const scene = await play(database, { script, config: { strategy: 'individual' } })
    expect(await scene.over()).toMatchObject({ status: 'failed', recordsDelivered: 20 })
    list.failsAt = 100
    expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: 20 })
    const applied = scene.destination.journal.filter((it) => it.applied)
    expect(applied).toHaveLength(20)
    expect(new Set(applied.map(({ key }) => key)).size).toBe(20)
  })
})
