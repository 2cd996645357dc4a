import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

import type { CrashPoint } from '../../server/engine/crash.ts'
import { openDatabase } from '../../server/store/database.ts'
import { findRun } from '../../server/store/runs.ts'
import { describeOnEachDatabase, type Fresh } from '../server/databases.ts'
import { type DestSim, startDestination } from './dest-sim.ts'
import type { RunnerSettings } from './runner.ts'
import { startSource } from './source-sim.ts'
import { configFor, eventually, expectExactlyOnce, openRunOf, settleIn } from './stage.ts'

const runner = new URL('./runner.ts', import.meta.url).pathname

type Life = {
  readonly child: ChildProcess
  readonly said: () => string
  readonly complained: () => string
  readonly gone: Promise<unknown>
}

function live(settings: RunnerSettings): Life {
  const child = spawn(process.execPath, [runner, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complained = ''
  child.stdout?.on('data', (text) => {
    said += text
  })
  child.stderr?.on('data', (text) => {
    complained += text
  })
  const gone = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, said: () => said, complained: () => complained, gone }
}

type Killing = {
  readonly records: number
  readonly strategy: 'individual' | 'bulk'
  readonly batchSize: number
  readonly delay?: number
}

/** A run that waits in a database which nobody has open. */
async function prepare({ database, place: where, remove }: Fresh, { records, strategy, batchSize, delay = 0 }: Killing) {
  const place = await settleIn(database)
  const source = await startSource(records)
  const destination = await startDestination({ delay })
  onTestFinished(async () => {
    await source.close()
    await destination.close()
    await remove()
  })
  const run = await openRunOf(
    database,
    place,
    configFor({ source: source.url, destination: destination.url, strategy, batchSize }),
  )
  await database.close()
  return { place, where, destination, run }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

const limits = { lease: 1_000, renewEvery: 200, poll: 50 }
const settingsOf = ({ where }: Prepared, crash: string | null): RunnerSettings => ({ place: where, limits, crash })

/** Lives once more, to the end of the run, and looks at what is left. */
async function finish(prepared: Prepared, records: number) {
  const last = live(settingsOf(prepared, null))
  await eventually(last.said, (text) => text.includes('over'))
  last.child.kill('SIGTERM')
  await last.gone
  expect(last.complained()).toBe('')
  const database = await openDatabase(prepared.where)
  const { place, run, destination } = prepared
  const found = await findRun(database.db, place.companyId, place.connectorId, run.runId)
  if (!found) throw new Error('the run is gone')
  await expectExactlyOnce(database, place, found, destination, records)
  await database.close()
}

/** Requests beyond one for each key. */
const resent = ({ journal }: DestSim) => journal.length - new Set(journal.map(({ key }) => key)).size

/** The process dies at the n-th time that it passes the point. */
const deaths: readonly (readonly [CrashPoint, number])[] = [
  ['after-fetch', 4],
  ['after-outbox-commit', 4],
  ['before-send', 90],
  ['mid-send', 90],
  ['after-send', 90],
  ['after-answer', 90],
  ['after-settle', 90],
]

describeOnEachDatabase('kill -9', (open, kind) => {
  it.each(deaths)('%s#%i: the next life goes on, and every record arrives once', async (point, n) => {
    const killing = { records: 1_000, strategy: 'bulk', batchSize: 5, delay: point === 'after-send' ? 60 : 1 } as const
    const prepared = await prepare(await open(), killing)
    const life = live(settingsOf(prepared, `${point}#${n}`))
    await life.gone
    expect(life.complained()).toContain(`crashed at ${point}#${n}`)
    expect(prepared.destination.effects.size).toBeLessThan(1_000)
    await finish(prepared, 1_000)
    expect(resent(prepared.destination)).toBeLessThanOrEqual(64)
  })

  it('again and again at any moment loses and repeats nothing', async () => {
    const prepared = await prepare(await open(), { records: 3_000, strategy: 'individual', batchSize: 100 })
    const kills = kind === 'embedded' ? 4 : 6
    for (let kill = 0; kill < kills; kill += 1) {
      const life = live(settingsOf(prepared, null))
      const before = prepared.destination.journal.length
      await eventually(
        () => prepared.destination.journal.length,
        (count) => count > before + 20 || life.said().includes('over'),
      )
      await sleep(Math.random() * 100)
      life.child.kill('SIGKILL')
      await life.gone
    }
    await finish(prepared, 3_000)
  })

  it('is not needed: SIGTERM drains, and nothing is sent again', async () => {
    const prepared = await prepare(await open(), { records: 1_500, strategy: 'individual', batchSize: 100, delay: 10 })
    for (let stop = 0; stop < 2; stop += 1) {
      const life = live(settingsOf(prepared, null))
      const before = prepared.destination.journal.length
      await eventually(
        () => prepared.destination.journal.length,
        (count) => count > before + 100,
      )
      life.child.kill('SIGTERM')
      const [code] = (await life.gone) as [number | null]
      expect(code).toBe(0)
    }
    await finish(prepared, 1_500)
    expect(resent(prepared.destination)).toBe(0)
  })
})
