/** Figures of the steps: what is counted is there, once, in its minute. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Measured } from '#server/engine/kit/metering.ts'
import { createMeter } from '#server/engine/metering/meter.ts'
import { addStepMinutes, forgetOldStepMinutes, hostSums, stepPoints } from '#server/engine/metering/step-minutes.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { classCount, classOf, quantile } from '#server/records/ledger/latencies.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering } from '../kit/dest-sim.ts'
import { play } from '../kit/scene.ts'
import { quietLog } from '../kit/stage.ts'

const whose = () => ({ companyId: newId(), connectorId: newId() })
const call = (of: ReturnType<typeof whose>, it: Partial<Measured> = {}): Measured => ({
  ...of,
  ...{ step: 'destination', host: 'https://a.test', duration: 10, calls: 1, errors: 0, records: 1 },
  ...it,
})

const day = 86_400_000
const around = (of: ReturnType<typeof whose>, width = 1) => ({
  ...of,
  width,
  from: new Date(Date.now() - day),
  to: new Date(Date.now() + day),
})

/** Sums of all minutes, so that a test may run over the end of one. */
async function summed({ db }: Database, of: ReturnType<typeof whose>) {
  const points = await stepPoints(db, around(of))
  const total = (field: 'calls' | 'errors' | 'records' | 'latencySum') => points.reduce((sum, it) => sum + it[field], 0)
  return { calls: total('calls'), errors: total('errors'), records: total('records'), latency: total('latencySum') }
}

describe('latencies', () => {
  it('are told to within 19 %, from a tenth of a millisecond to a minute and a half', () => {
    for (let duration = 0.1; duration < 90_000; duration *= 1.07) {
      const counts = new Array<number>(classCount).fill(0)
      counts[classOf(duration)] = 1
      expect(quantile(counts, 1) ?? 0).toBeGreaterThanOrEqual(duration * 0.999)
      expect(quantile(counts, 0.5) ?? 0).toBeGreaterThan(duration / 1.2)
      expect(quantile(counts, 0.5) ?? 0).toBeLessThan(duration * 1.2)
    }
  })

  it('have a class for everything, and no quantile when there were none', () => {
    for (const odd of [0, -1, 0.05, Number.NaN, 1e12, Number.POSITIVE_INFINITY]) {
      expect(classOf(odd)).toBeGreaterThanOrEqual(0)
      expect(classOf(odd)).toBeLessThan(classCount)
    }
    expect(quantile(new Array<number>(classCount).fill(0), 0.5)).toBeNull()
  })
})

describeOnEachDatabase('the meter', (open) => {
  it('adds what was counted to the minute, by step and host', async () => {
    const { database } = await open()
    const of = whose()
    const meter = createMeter({ db: database.db, log: quietLog })
    for (let n = 0; n < 90; n += 1) meter.count(call(of))
    for (let n = 0; n < 10; n += 1) meter.count(call(of, { duration: 1_000, errors: 1, records: 0 }))
    meter.count(call(of, { host: 'https://b.test' }))
    meter.count(call(of, { step: 'mapping', host: null, records: 100, duration: 2 }))
    await meter.flush()
    expect(await summed(database, of)).toEqual({ calls: 102, errors: 10, records: 191, latency: 90 * 10 + 10_000 + 12 })
    const hosts = await hostSums(database.db, around(of))
    expect(hosts.map(({ host, step, calls }) => [host, step, calls])).toEqual([
      ['', 'mapping', 1],
      ['https://a.test', 'destination', 100],
      ['https://b.test', 'destination', 1],
    ])
    const latencies = hosts[1]?.latencies ?? []
    expect(quantile(latencies, 0.5)).toBeCloseTo(10, -1)
    expect(quantile(latencies, 0.95)).toBeGreaterThan(800)
    const [point] = await stepPoints(database.db, around(of))
    expect(Math.abs((point?.at.getTime() ?? 0) - Date.now())).toBeLessThan(70_000)
    expect((point?.at.getTime() ?? 1) % 60_000).toBe(0)
  })

  it('of several processes add up', async () => {
    const { database } = await open()
    const of = whose()
    const meters = Array.from({ length: 4 }, () => createMeter({ db: database.db, log: quietLog }))
    for (let round = 0; round < 5; round += 1) {
      for (const meter of meters) meter.count(call(of))
      await Promise.all(meters.map((meter) => meter.flush()))
    }
    expect(await summed(database, of)).toMatchObject({ calls: 20, records: 20 })
  })

  it('adds once what it adds twice, because the answer to the first commit was lost', async () => {
    const { database } = await open()
    const of = whose()
    let lost = 0
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (lost < 2) {
          lost += 1
          throw Object.assign(new Error('Connection terminated'), { code: '08006' })
        }
        return result
      },
    })
    const meter = createMeter({ db, log: quietLog })
    meter.count(call(of))
    await expect(meter.flush()).rejects.toThrow('Connection terminated')
    meter.count(call(of))
    await expect(meter.flush()).rejects.toThrow('Connection terminated')
    await meter.flush()
    expect(lost).toBe(2)
    expect(await summed(database, of)).toMatchObject({ calls: 2, records: 2 })
  })

  it('keeps what the database does not take, and adds it later', async () => {
    const { database } = await open()
    const of = whose()
    const meter = createMeter({ db: database.db, log: quietLog })
    await sql`alter table step_minutes rename to hidden`.execute(database.db)
    meter.count(call(of))
    await expect(meter.flush()).rejects.toThrow()
    meter.count(call(of, { duration: 20 }))
    await expect(meter.flush()).rejects.toThrow()
    await sql`alter table hidden rename to step_minutes`.execute(database.db)
    await meter.flush()
    expect(await summed(database, of)).toMatchObject({ calls: 2, latency: 30 })
  })

  it('adds what is left when it stops', async () => {
    const { database } = await open()
    const of = whose()
    const meter = createMeter({ db: database.db, log: quietLog })
    meter.start()
    meter.count(call(of))
    await meter.stop()
    expect(await summed(database, of)).toMatchObject({ calls: 1 })
  })

  it('has what a run did: every page, every mapping, every attempt with its host', async () => {
    const { database } = await open()
    const busy = { misbehave: ({ number }: { readonly number: number }) => (number === 7 ? answering(503) : null) }
    const { over, place, engine, destination, source } = await play(database, { records: 250, destination: busy })
    await over()
    await engine.stop()
    const of = { companyId: place.companyId, connectorId: place.connectorId }
    const sums = await hostSums(database.db, around(of))
    const step = (name: string) => sums.filter((it) => it.step === name)
    expect(step('destination')).toMatchObject([
      { host: new URL(destination.url).origin, calls: destination.journal.length, errors: 1 },
    ])
    expect(destination.journal.length).toBe(251)
    expect(step('source')).toMatchObject([{ host: new URL(source.url).origin, records: 250, errors: 0 }])
    expect(step('mapping')).toMatchObject([{ host: '', calls: 250, records: 250, errors: 0 }])
    expect(engine.totals().get('destination')?.get(new URL(destination.url).origin)).toMatchObject({ calls: 251, errors: 1 })
  })

  it('tells hours by the hour, and drops what is too old', async () => {
    const { database } = await open()
    const { db } = database
    const of = whose()
    const latencies = new Array<number>(classCount).fill(0).with(3, 2)
    const thisHour = Math.floor(Date.now() / 3_600_000) * 60
    const sums = { ...of, step: 'source', host: '', calls: 2, errors: 1, records: 5, latencySum: 4, latencies } as const
    const minutes = [thisHour - 61, thisHour - 60, thisHour - 1, thisHour - 91 * 1440].map((minute) => ({ ...sums, minute }))
    await addStepMinutes(db, { processId: newId(), number: 1 }, minutes)
    const points = await stepPoints(db, around(of, 60))
    expect(points.map(({ at, calls, records }) => [at.getTime() / 60_000, calls, records])).toEqual([
      [thisHour - 120, 2, 5],
      [thisHour - 60, 4, 10],
    ])
    expect(points[1]?.latencies[3]).toBe(4)
    await forgetOldStepMinutes(db, 90)
    const { rows } = await sql<{ n: number }>`select count(*) as n from step_minutes`.execute(db)
    expect(rows[0]?.n).toBe(3)
  })
})

it('names at most 200 hosts, the others together', async () => {
  const meter = createMeter({ db: undefined as never, log: quietLog })
  const of = whose()
  for (let n = 0; n < 3; n += 1) meter.count(call(of, { host: `https://h${n}.test` }))
  for (let n = 0; n < 500; n += 1) meter.count(call(of, { host: `https://many${n}.test` }))
  const named = meter.totals().get('destination')
  expect(named?.size).toBe(201)
  expect(named?.get('other')?.calls).toBe(500 - 197)
})
