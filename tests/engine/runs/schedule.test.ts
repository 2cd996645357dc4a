import { expect, it, onTestFinished, vi } from 'vitest'
import { startDueSchedules } from '#server/engine/schedule/run-scheduler.ts'
import { nextInstant } from '#server/engine/schedule/schedule-instants.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { bringBackSchedules, resumeSchedule, setSchedule } from '#server/records/connectors/schedules.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually, type Place, startEngine } from '../kit/stage.ts'
import { dueAgo, endRuns, runsOf, scheduleOf, setStatus, settleLive } from '../kit/triggers.ts'

const config = configFor({ source: 'http://a.test', destination: 'http://b.test' })
const everySecond = { type: 'schedule', everySeconds: 1 } as const
const hourly = { type: 'schedule', everySeconds: 3_600 } as const

const minutes = (count: number) => count * 60_000
const nowOf = async ({ db }: Database) =>
  (await db.selectNoFrom(({ fn }) => fn<Date>('now').as('now')).executeTakeFirstOrThrow()).now

/** The row with its instants in milliseconds; 0 where there is none. */
async function timesOf(database: Database, place: Place) {
  const row = await scheduleOf(database, place)
  const ms = (at: Date | null | undefined) => at?.getTime() ?? 0
  return { ...row, next: ms(row?.next_at), last: ms(row?.last_run_at), skippedSince: ms(row?.skipped_since) }
}

describeOnEachDatabase('a schedule', (open) => {
  async function stage(trigger: Parameters<typeof settleLive>[2] = hourly) {
    const { database, place: where } = await open()
    const place = await settleLive(database, config, trigger)
    const start = () => startDueSchedules(database.db)
    return { database, where, place, start, schedule: () => timesOf(database, place) }
  }

  it('moves records each time it comes round, by the live version, and says when it did and will', async () => {
    const { database } = await open()
    const source = await startSource(3)
    const destination = await startDestination()
    const sides = configFor({ source: source.url, destination: destination.url })
    const place = await settleLive(database, sides, everySecond)
    const engine = startEngine(database, { limits: { poll: 5_000 } })
    onTestFinished(async () => {
      await engine.stop()
      await source.close()
      await destination.close()
    })
    const runs = await eventually(
      () => runsOf(database, place),
      (all) => all.filter(({ status }) => status === 'succeeded').length >= 3,
    )
    for (const run of runs) expect(run).toMatchObject({ trigger: 'schedule', version: 1, started_by: null })
    const gaps = runs.slice(1).map(({ created_at }, at) => created_at.getTime() - (runs[at]?.created_at.getTime() ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(500)
    expect(await scheduleOf(database, place)).toMatchObject({ last_run_at: expect.any(Date) })
  })

  it('starts nothing before its time, and one run at its time', async () => {
    const { database, place, start } = await stage()
    expect(await start()).toBe(0)
    await dueAgo(database, place, 1)
    expect(await start()).toBe(1)
    expect(await start()).toBe(0)
    expect(await runsOf(database, place)).toHaveLength(1)
  })

  it('leaves a start out while the run before is open, says how often and since when, and goes on', async () => {
    const { database, place, start, schedule } = await stage()
    await dueAgo(database, place, 1)
    await start()
    for (const _ of [1, 2, 3]) {
      await dueAgo(database, place, 1)
      await start()
    }
    expect(await runsOf(database, place)).toHaveLength(1)
    const busy = await schedule()
    expect(busy).toMatchObject({ skipped: 3, missed: 0 })
    expect(busy.skippedSince).toBeLessThan(busy.last + 5_000)
    expect(busy.next).toBeGreaterThan(busy.last + minutes(59))
    await endRuns(database)
    await dueAgo(database, place, 1)
    await start()
    expect(await runsOf(database, place)).toHaveLength(2)
  })

  it('after a time without an engine starts once, and says how many were missed', async () => {
    const { database, place, start, schedule } = await stage({ type: 'schedule', everySeconds: 60 })
    await dueAgo(database, place, 10 * 60 + 5)
    await start()
    expect(await runsOf(database, place)).toHaveLength(1)
    const after = await schedule()
    expect(after).toMatchObject({ missed: 10, skipped: 0, missed_since: expect.any(Date) })
    const wait = after.next - (await nowOf(database)).getTime()
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(55_100)
  })

  it('counts what a cron expression missed in the same way', async () => {
    const { database, place, start, schedule } = await stage({ type: 'schedule', cron: '*/10 * * * * *', timeZone: 'Asia/Tokyo' })
    await dueAgo(database, place, 65)
    await start()
    expect((await schedule()).missed).toBeGreaterThanOrEqual(6)
    expect((await schedule()).missed).toBeLessThanOrEqual(7)
    expect(await runsOf(database, place)).toHaveLength(1)
  })

  it.each([{ type: 'schedule', everySeconds: 5 } as const, { type: 'schedule', cron: '*/5 * * * * *' } as const])(
    'E9 goes on at once when the clock was set back by an hour: %o',
    async (trigger) => {
      const { database, place, schedule } = await stage(trigger)
      await dueAgo(database, place, -3_600)
      const engine = startEngine(database)
      onTestFinished(() => engine.stop())
      await eventually(
        () => runsOf(database, place),
        ({ length }) => length > 0,
        15_000,
      )
      expect((await schedule()).next).toBeLessThanOrEqual((await nowOf(database)).getTime() + 5_000)
    },
  )

  it('E9 makes no start twice when the clock was set back by less than a period', async () => {
    const { database, place, start, schedule } = await stage()
    await dueAgo(database, place, -3_602)
    const { next } = await schedule()
    expect(await bringBackSchedules(database.db, nextInstant, true)).toEqual([])
    expect(await start()).toBe(0)
    expect((await schedule()).next).toBe(next)
  })

  it('starts when it would have started when a pause is over before', async () => {
    const { database, place, schedule } = await stage()
    const { next } = await schedule()
    for (let times = 0; times < 3; times += 1) {
      await setStatus(database, place, 'Pause')
      await database.db.transaction().execute((tx) => resumeSchedule(tx, place, nextInstant))
      await setStatus(database, place, 'Active')
    }
    expect((await schedule()).next).toBe(next)
  })

  it('starts nothing while the connector is paused; after that the next start is one from now', async () => {
    const { database, place, start, schedule } = await stage()
    await setStatus(database, place, 'Pause')
    await dueAgo(database, place, 10_000)
    expect(await start()).toBe(0)
    await database.db.transaction().execute((tx) => resumeSchedule(tx, place, nextInstant))
    await setStatus(database, place, 'Active')
    expect(await start()).toBe(0)
    const { next, missed } = await schedule()
    expect(missed).toBe(0)
    expect(next).toBeGreaterThan((await nowOf(database)).getTime())
    expect(next).toBeLessThanOrEqual((await nowOf(database)).getTime() + 3_600_000)
  })

  it('goes on where it is when the same one is deployed again, and begins anew when it is another', async () => {
    const { database, place, schedule } = await stage()
    await dueAgo(database, place, -100)
    const before = await schedule()
    await setSchedule(database.db, place, hourly, nextInstant)
    expect(await schedule()).toEqual(before)
    await setSchedule(database.db, place, { type: 'schedule', cron: '0 * * * *' }, nextInstant)
    expect(await schedule()).toMatchObject({ cron: '0 * * * *', every_seconds: null })
    const inBerlin = { type: 'schedule', cron: '0 * * * *', timeZone: 'Europe/Berlin' } as const
    await setSchedule(database.db, place, inBerlin, nextInstant)
    expect(await schedule()).toMatchObject({ time_zone: 'Europe/Berlin' })
    await setSchedule(database.db, place, { type: 'manual' }, nextInstant)
    expect(await scheduleOf(database, place)).toBeUndefined()
  })

  it('is started once by many that look at the same time', async () => {
    const { database, where, place } = await stage()
    const others = where.url === null ? [] : await Promise.all([openDatabase(where), openDatabase(where)])
    onTestFinished(async () => {
      for (const other of others) await other.close()
    })
    for (let round = 0; round < 10; round += 1) {
      await dueAgo(database, place, 1)
      const all = [database, database, ...others, ...others].map(({ db }) => startDueSchedules(db))
      expect((await Promise.all(all)).reduce((sum, count) => sum + count)).toBe(1)
      expect(await runsOf(database, place)).toHaveLength(round + 1)
      await endRuns(database)
    }
  })

  it('waits for a pause that is being made, and then starts nothing', async () => {
    const { database, place, where } = await stage()
    if (where.url === null) return // One connection: nothing is made at the same time.
    await dueAgo(database, place, 1)
    let begun: Promise<number> | undefined
    await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('connectors').select('id').where('id', '=', place.connectorId).forUpdate().execute()
      begun = startDueSchedules(database.db)
      expect(await begun).toBe(0)
      await tx.updateTable('connectors').set({ status: 'Pause' }).where('id', '=', place.connectorId).execute()
    })
    expect(await startDueSchedules(database.db)).toBe(0)
    expect(await runsOf(database, place)).toEqual([])
  })

  it.each([minutes(60), -minutes(60), minutes(24 * 60)])(
    'F29 goes by the clock of the database when that of the process is %i ms off',
    async (off) => {
      const { database, place, schedule } = await stage()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
      onTestFinished(() => void vi.useRealTimers())
      const engine = startEngine(database)
      onTestFinished(() => engine.stop())
      await dueAgo(database, place, 1)
      engine.wake()
      await eventually(
        () => runsOf(database, place),
        ({ length }) => length > 0,
      )
      const { next, last, missed } = await schedule()
      expect(missed).toBe(0)
      expect(next - last).toBeLessThanOrEqual(3_600_000)
      expect(next).toBeGreaterThan(last + minutes(59))
      await setSchedule(database.db, place, { type: 'schedule', everySeconds: 60 }, nextInstant)
      const wait = (await schedule()).next - (await nowOf(database)).getTime()
      expect(wait).toBeGreaterThan(50_000)
      expect(wait).toBeLessThanOrEqual(60_000)
      expect(await runsOf(database, place)).toHaveLength(1)
    },
  )
})
