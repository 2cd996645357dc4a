/** F36: the process that replays is killed in the middle, while the connector's own run is under way beside it. */
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'

import type { CrashPoint } from '#server/engine/fault-injection.ts'
import { newestOf } from '#server/features/studio/replay/replay-choice.repository.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { openReplayRun } from '#server/records/replay/replay-runs.repository.ts'
import { recordStatusesOf } from '#server/records/replay/replay-status.repository.ts'
import { addReplay, findReplay, linesOfReplay, startReplay } from '#server/records/replay/replays.repository.ts'
import { findRun, listRuns, openRun } from '#server/records/runs/runs.repository.ts'
import { answering } from '../engine/kit/dest-sim.ts'
import { eventually, type Place } from '../engine/kit/stage.ts'
import { byForm, inFullForm } from '../kit/form.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { chanceOf, inForm, seedsOn } from './kit/seed.ts'
import { lifeOf, prepare, type Transfer } from './kit/transfer.ts'

const records = 120
const refused = 40
/** Milliseconds: a loaded machine takes its time, and nothing here is about time. */
const patience = 90_000
const include = { arrived: false, unknown: false, skipped: false }

/** Starts a replay of all that failed, as the desk does. With a delay each record is a page of its own. */
async function replayFailed({ db }: Database, { companyId, connectorId, userId }: Place, delay: number) {
  const whose = { companyId, connectorId }
  const replayId = newId()
  const { lines, found } = await newestOf(db, whose, {}, 1_000)
  const plan = { ...whose, id: replayId, version: 1, source: 'live', delay, from: null, to: null, given: null } as const
  await addReplay(db, { ...plan, found, lines, plannedBy: userId })
  const row = await findReplay(db, whose, replayId)
  if (!row) throw new Error('nothing was planned')
  const planned = await linesOfReplay(db, row)
  const standings = await recordStatusesOf(db, whose, planned)
  let place = 0
  const placed = planned.map(({ number }, at) => {
    const standing = standings[at] ?? 'not-kept'
    return { number, standing, place: standing === 'never-arrived' ? place++ : null }
  })
  const runId = await openReplayRun(db, { ...whose, version: 1, startedBy: userId })
  if (runId === null) throw new Error('nothing was started')
  await startReplay(db, row, { runId, include, lines: placed })
  return { replayId, runId, count: place }
}

/**
 * A run that the destination refused the first records of; it is mended then, and the replay waits for processes.
 * @param isBeside whether another run of the connector waits with it.
 */
async function prepareReplay(fresh: Parameters<typeof prepare>[0], delay: number, isBeside: boolean) {
  const mended = { is: false }
  const transfer = await prepare(fresh, {
    records,
    destination: {
      delay,
      misbehave: ({ ids }) => (!mended.is && ids.some((id) => Number(id) <= refused) ? answering(422) : null),
    },
  })
  const first = lifeOf(transfer)
  await eventually(first.said, (text) => text.includes('over'), patience)
  first.child.kill('SIGTERM')
  await first.gone
  mended.is = true
  const database = await openDatabase(transfer.where)
  const { companyId, connectorId } = transfer.place
  const replay = await replayFailed(database, transfer.place, isBeside ? 100 : 0)
  if (isBeside) await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual' })
  await database.close()
  expect(replay.count).toBe(refused)
  return { transfer, ...replay, isBeside }
}

type Replayed = Awaited<ReturnType<typeof prepareReplay>>

/** Lives once more, to the end of both runs. */
async function finishReplay({ transfer, replayId, runId, isBeside }: Replayed) {
  const last = lifeOf(transfer)
  await eventually(last.said, (text) => text.includes('over'), patience)
  last.child.kill('SIGTERM')
  await last.gone
  const database = await openDatabase(transfer.where)
  const { companyId, connectorId } = transfer.place
  const replayed = await findRun(database.db, companyId, connectorId, runId)
  const { data: runs } = await listRuns(database.db, { companyId, connectorId, page: 1, limit: 10 })
  await database.close()
  // What the run beside it delivered meanwhile is left out, or unknown where a process that was killed may have sent it; the replay alone delivers everything.
  const { recordsDelivered, recordsSkipped, recordsUnknown } = replayed ?? {
    recordsDelivered: 0,
    recordsSkipped: 0,
    recordsUnknown: 0,
  }
  const status = recordsUnknown > 0 ? 'failed' : 'succeeded'
  expect(replayed).toMatchObject({ status, recordsRead: refused, recordsFailed: 0 })
  expect(recordsDelivered + recordsSkipped + recordsUnknown).toBe(refused)
  if (!isBeside) expect([recordsSkipped, recordsUnknown]).toEqual([0, 0])
  const own = { trigger: 'manual', status: 'succeeded', recordsRead: records }
  expect(runs.filter(({ trigger }) => trigger === 'manual')).toEqual([
    ...(isBeside ? [expect.objectContaining({ ...own, recordsDelivered: records })] : []),
    expect.objectContaining({ ...own, recordsDelivered: records - refused, recordsFailed: refused }),
  ])
  const sent = transfer.destination.journal.filter(({ key }) => key.startsWith(`replay:${replayId}:`))
  const applied = sent.filter((it) => it.applied)
  const times = Map.groupBy(
    applied.flatMap(({ ids }) => ids),
    (id) => Number(id),
  )
  const arrived = times.size
  return {
    // Of what is unknown some may have arrived, of what is delivered all.
    lost: Math.max(0, recordsDelivered - arrived),
    denied: Math.max(0, arrived - recordsDelivered - recordsUnknown),
    unknown: recordsUnknown,
    duplicates: applied.length - times.size,
    resent: sent.length - new Set(sent.map(({ key }) => key)).size,
    strange: transfer.destination.journal.filter(({ key }) => !key.startsWith('replay:') && !key.startsWith('dc-')).length,
  }
}

const deaths: readonly (readonly [CrashPoint, number])[] = [
  ['after-fetch', 1],
  ['after-outbox-commit', 1],
  ['before-send', 20],
  ['mid-send', 20],
  ['after-send', 20],
  ['after-answer', 20],
  ['after-settle', 20],
]

/**
 * The short form ends it while something is on its way. The embedded database takes five times as long for a life: only the soak test
 * ends it there in all places, the full form where something was kept, on its way, and answered.
 */
const deathsOn = (kind: string) => {
  const some = kind === 'embedded' ? /^(?:after-outbox-commit|mid-send|after-answer)$/ : /^/
  const points = byForm(/^mid-send$/, inForm(some, /^/))
  return deaths.filter(([point]) => points.test(point))
}

const theirs = (transfer: Transfer) => transfer.destination.journal.filter(({ key }) => key.startsWith('replay:')).length

describeOnEachDatabase('a replay that is killed', (open, kind) => {
  it.each(deathsOn(kind))('F36 at %s#%i goes on by itself: each record takes effect once more, once', async (point, n) => {
    const replayed = await prepareReplay(await open(), point === 'after-send' ? 40 : 2, false)
    const life = lifeOf(replayed.transfer, { crash: `${point}#${n}` })
    await life.gone
    expect(life.complained()).toContain(`crashed at ${point}#${n}`)
    if (point === 'after-answer' || point === 'after-settle') expect(theirs(replayed.transfer)).toBeGreaterThanOrEqual(n)
    const { strange, ...sums } = await finishReplay(replayed)
    expect([sums.lost, sums.denied, sums.duplicates, strange]).toEqual([0, 0, 0, 0])
    tell(`F36 ${kind} ${point}#${n}`, null, sums)
  })

  // The embedded database belongs to one process, which ends the leases of its earlier lives at its start.
  if (kind === 'postgres')
    it('F36 calls a record unknown, and not left out, that it had sent before a later version arrived', async () => {
      const replayed = await prepareReplay(await open(), 150, false)
      const { transfer, runId } = replayed
      const life = lifeOf(transfer)
      await eventually(
        () => theirs(transfer),
        (sent) => sent > 0,
        patience,
      )
      life.child.kill('SIGKILL')
      await life.gone
      // The connector's own run comes first, with later versions of all records.
      const database = await openDatabase(transfer.where)
      const { companyId, connectorId } = transfer.place
      await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual' })
      await database.db
        .updateTable('runs')
        .set({ lease_until: new Date(Date.now() + 10_000) })
        .where('id', '=', runId)
        .execute()
      await database.close()
      const { lost, denied, unknown } = await finishReplay({ ...replayed, isBeside: true })
      expect([lost, denied]).toEqual([0, 0])
      expect(unknown).toBeGreaterThan(0)
    })

  it.each(inFullForm(seedsOn(kind)))('F36 again and again at any moment takes effect once (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const replayed = await prepareReplay(await open(), 150, true)
    let killed = 0
    while (killed < inForm(kind === 'embedded' ? 1 : 3, 10)) {
      const life = lifeOf(replayed.transfer)
      const { journal } = replayed.transfer.destination
      const enough = journal.length + chance.between(1, 12)
      await eventually(
        () => journal.length,
        (sent) => sent >= enough || life.said().includes('over'),
        patience,
      )
      if (life.said().includes('over')) break
      life.child.kill('SIGKILL')
      await life.gone
      killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    const { strange, ...sums } = await finishReplay(replayed)
    expect([sums.lost, sums.denied, sums.duplicates, strange]).toEqual([0, 0, 0, 0])
    tell(`F36 ${kind} kills=${killed}`, seed, sums)
  })
})
