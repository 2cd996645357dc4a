/** A record that ends the process that makes it (`faults.md` F15), and processes that end for other reasons. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { engineLimits } from '#server/engine/limits.ts'
import { cautiousChunk } from '#server/engine/runs/outbox-writer.ts'
import { suspectRecords } from '#server/engine/runs/suspects.repository.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { type ClaimedRun, claimRun } from '#server/records/runs/run-leases.repository.ts'
import { byForm } from '../../kit/form.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

it.each(byForm([0, 500, 999], [0, 1, 31, 32, 500, 998, 999]))(
  'F15 is found in five lives, whichever of a thousand records it is: %i',
  (poison) => {
    const records = 1_000
    let first = 0
    let run: Pick<ClaimedRun, 'stalls' | 'suspected'> = { stalls: 0, suspected: null }
    const leftOut: number[] = []
    let deaths = 0

    function live(): 'over' | 'dead' {
      while (first < records) {
        const chunk = cautiousChunk(first, run, engineLimits) ?? { count: records, isPoison: false }
        const count = Math.min(chunk.count, records - first)
        if (chunk.isPoison) leftOut.push(first)
        else if (poison >= first && poison < first + count) {
          const { stalls, suspected } = run
          const isSame = suspected?.position === first && suspected.count === count
          run = {
            stalls: 1,
            suspected: stalls === 0 ? null : { position: first, count, deaths: isSame ? suspected.deaths + 1 : 1 },
          }
          return 'dead'
        }
        first += count
      }
      return 'over'
    }
    while (live() === 'dead') deaths += 1
    expect(deaths).toBe(5)
    expect(leftOut).toEqual([poison])
  },
)

async function stage(database: Parameters<typeof settleIn>[0]) {
  const place = await settleIn(database)
  const source = await startSource(50)
  const destination = await startDestination()
  const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
  /** An owner takes the run over and dies, its lease is over at once. */
  const die = async (position?: number, count = 1) => {
    let lease = await claimRun(database.db, 'dead', 0)
    if (!lease) {
      await sql`update runs set waits_until = now() where id = ${run.runId}`.execute(database.db)
      lease = await claimRun(database.db, 'dead', 0)
    }
    if (!lease) throw new Error('the run was not claimed')
    if (position !== undefined) await suspectRecords(database.db, lease, { position, count })
  }
  const rowOf = () => database.db.selectFrom('runs').selectAll().where('id', '=', run.runId).executeTakeFirstOrThrow()
  const finish = async () => {
    await claimRun(database.db, 'nobody', 0)
    await sql`update runs set waits_until = now() where id = ${run.runId}`.execute(database.db)
    const engine = startEngine(database)
    const over = await ended(database, place, run)
    await engine.stop()
    await destination.close()
    await source.close()
    const { companyId, connectorId } = place
    const failed = await pageOfTransactions(database.db, { companyId, connectorId, status: 'failure' }, 1, 10)
    return { over, failed: failed.transactions, effects: destination.effects }
  }
  return { die, rowOf, finish }
}

describeOnEachDatabase('a record at which owners die', (open) => {
  it('F15 is left out after three deaths at it alone and says so; all others are delivered', async () => {
    const { die, finish } = await stage((await open()).database)
    for (const death of [[], [0, 32], [0], [0], [0]]) await die(...death)
    const { over, failed, effects } = await finish()
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 49, recordsFailed: 1 })
    expect(failed).toMatchObject([{ recordKey: '1', error: { code: 'record/poison' } }])
    expect(effects.has(1)).toBe(false)
  })

  it.each([
    ['before that', [[], [0, 32], [0], [0]]],
    ['when an owner died of something else in between', [[], [0, 32], [0], [0], [], [0]]],
  ])('F15 is made once more %s, for it may not have been the record', async (_, deaths) => {
    const { die, finish } = await stage((await open()).database)
    for (const death of deaths) await die(...death)
    const { over, failed } = await finish()
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 50, recordsFailed: 0 })
    expect(failed).toEqual([])
  })

  it('F15 makes the run end when three records of it are such already, and says why', async () => {
    const { database } = await open()
    const { die, finish } = await stage(database)
    await sql`update runs set left_out = 3`.execute(database.db)
    await die()
    await die(0, 32)
    expect((await finish()).over).toMatchObject({ status: 'failed', error: { code: 'run/crash-loop' } })
  })
})

describeOnEachDatabase('owners that die while they make no record', (open) => {
  it('E5 never end the run: it waits longer each time, says so, and goes on', async () => {
    const { database } = await open()
    const { die, rowOf, finish } = await stage(database)
    const waits: number[] = []
    for (let death = 1; death <= 14; death += 1) {
      await die()
      // Whoever comes next takes it back from the dead one. The first three times it goes on at once.
      const next = death < 3 ? null : await claimRun(database.db, 'next', 0)
      if (death < 3) continue
      expect(next === null).toBe(death > 3)
      if (next) continue
      const row = await rowOf()
      expect([row.status, row.suspected]).toEqual(['running', null])
      expect(row.status_next).toMatch(/^We try again at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/)
      waits.push(((row.waits_until?.getTime() ?? 0) - Date.now()) / 1_000)
    }
    expect(waits.every((wait, at) => wait > (waits[at - 1] ?? 0) - 1)).toBe(true)
    expect(waits.at(-1)).toBeGreaterThan(250)
    expect(waits.at(-1)).toBeLessThanOrEqual(301)
    const { over, failed } = await finish()
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 50 })
    expect(failed).toEqual([])
  })
})
