/** F36: the process that replays everything that failed, more than one slice of it, is killed and killed again. */
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { addFailedReplay, countFailedReplay } from '#server/features/studio/replay/replay-failed.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { ReplayCounts } from '#server/platform/database/tables/stored-values.ts'
import { openReplayRun } from '#server/records/replay/replay-runs.repository.ts'
import { chosenOf, startFailedReplay } from '#server/records/replay/replay-slices.repository.ts'
import { findReplay } from '#server/records/replay/replays.repository.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { answering } from '../engine/kit/dest-sim.ts'
import { eventually, type Place } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { lifeOf, prepare, type Transfer } from './kit/transfer.ts'

const records = 2_500
/** Milliseconds: a loaded machine takes its time, and nothing here is about time. */
const patience = 180_000
const include = { arrived: false, unknown: false, skipped: false }

/** Plans and starts a replay of all that a run failed, as the desk does. */
async function replayRun({ db }: Database, { companyId, connectorId, userId }: Place, failedRun: string) {
  const whose = { companyId, connectorId }
  const id = newId()
  const planned = { ...whose, id, version: 1, delay: 0, from: null, to: null, plannedBy: userId }
  await addFailedReplay(db, { ...planned, failed: { runId: failedRun } })
  const empty = await findReplay(db, whose, id)
  if (empty) await countFailedReplay(db, whose, empty)
  const row = await findReplay(db, whose, id)
  const runId = await openReplayRun(db, { ...whose, version: 1, startedBy: userId })
  if (!row || runId === null) throw new Error('nothing was started')
  const counts = row.counts as ReplayCounts
  await startFailedReplay(db, row, { runId, include, counts, chosen: chosenOf(counts, include) })
  return { replayId: id, runId }
}

const sentFor = ({ destination }: Transfer) => destination.journal.filter(({ key }) => key.startsWith('replay:'))

describeOnEachDatabase('a replay of everything that failed that is killed', (open) => {
  it('F36 goes on by itself: each of 2,500 records takes effect once', { timeout: 600_000 }, async () => {
    const mended = { is: false }
    const misbehave = () => (mended.is ? null : answering(422))
    const transfer = await prepare(await open(), { records, destination: { misbehave } })
    const first = lifeOf(transfer)
    await eventually(first.said, (text) => text.includes('over'), patience)
    first.child.kill('SIGTERM')
    await first.gone
    mended.is = true
    const before = await openDatabase(transfer.where)
    const replay = await replayRun(before, transfer.place, transfer.run.runId)
    await before.close()

    // In the first slice, between two of them, and in the last.
    for (const enough of [300, 1_050, 2_200]) {
      const life = lifeOf(transfer)
      await eventually(
        () => sentFor(transfer).length,
        (sent) => sent >= enough || life.said().includes('over'),
        patience,
      )
      expect(life.said()).not.toContain('over')
      life.child.kill('SIGKILL')
      await life.gone
    }
    const last = lifeOf(transfer)
    await eventually(last.said, (text) => text.includes('over'), patience)
    last.child.kill('SIGTERM')
    await last.gone

    const { companyId, connectorId } = transfer.place
    const after = await openDatabase(transfer.where)
    const run = await findRun(after.db, companyId, connectorId, replay.runId)
    const row = await findReplay(after.db, { companyId, connectorId }, replay.replayId)
    await after.close()
    expect(run).toMatchObject({ status: 'succeeded', recordsRead: records, recordsDelivered: records, recordsFailed: 0 })
    expect(row?.counts).toMatchObject({ chosen: records, decided: records, placed: records })
    const applied = sentFor(transfer).filter((it) => it.applied)
    expect(applied.every(({ key }) => key.startsWith(`replay:${replay.replayId}:`))).toBe(true)
    const ids = applied.flatMap((it) => it.ids).map(Number)
    expect([ids.length, new Set(ids).size]).toEqual([records, records])
  })
})
