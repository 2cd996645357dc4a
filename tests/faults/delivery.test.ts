import { expect, it } from 'vitest'

import { engineLimits } from '#server/engine/limits.ts'
import { answering, commitsThenHangs, type Delivery, type Misbehaviour } from '../engine/kit/dest-sim.ts'
import { play, type Scene } from '../engine/kit/scene.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { expectWhole, linesOf, tell } from './kit/checker.ts'
import { chanceOf, seedsOn } from './kit/seed.ts'

const whole = (scene: Scene, records: number) => expectWhole(scene.database, scene.place, scene.run, scene.destination, records)
const resent = ({ journal }: Scene['destination']) => journal.length - new Set(journal.map(({ key }) => key)).size

/** Answers with one status for each record. */
function perRecord(status: number, { ids }: Delivery, bad: ReadonlySet<number | string>, as: number): Misbehaviour {
  const items = ids.map((id) => (bad.has(id) ? { id, status: as, error: 'email is taken' } : { id, status: 201 }))
  const answer = answering(status, { 'content-type': 'application/json' }, JSON.stringify({ items }), true)
  return { ...answer, takes: (id) => !bad.has(id) }
}

describeOnEachDatabase('a destination', (open, kind) => {
  it.each([
    // A rate limit: the host is met with few calls, and after that with one that tries it.
    ['seconds', '1', 990, 4],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString(), 900, 4],
    ['0', '0', 200, 4],
    // What is no time of ours to wait is the pause of every retry: at least half of its base.
    ['a negative number', '-5', 200, 32],
    ['garbage', 'soon', 200, 32],
  ] as const)('F10 asks to wait by %s: nobody calls before', async (_, value, least, calls) => {
    const { database } = await open()
    const asked = () => (typeof value === 'function' ? value() : value)
    const scene = await play(database, {
      records: 64,
      limits: { retryBase: 400, retryCap: 400 },
      destination: { misbehave: ({ number }) => (number <= calls ? answering(503, { 'retry-after': asked() }) : null) },
    })
    await scene.over()
    const { journal } = scene.destination
    // The destination made the first calls wait. On a slow machine some of them are already second tries.
    const waits = journal.slice(0, calls).map(({ key, at }, nth) => {
      const next = journal.slice(nth + 1).find((later) => later.key === key)
      return next ? next.at - at : 'was not tried again'
    })
    // A timer may end a moment early.
    expect(waits.filter((wait) => wait === 'was not tried again' || wait < least - 5)).toEqual([])
    await whole(scene, 64)
  })

  it.each(seedsOn(kind))(
    'F21 is down for a while: single calls ask whether it is back, and everything arrives in order (seed %i)',
    async (seed) => {
      const { database } = await open()
      const chance = chanceOf(seed)
      const [downFrom, probePause, length] = [chance.between(40, 200), 200, 4_000]
      let downAt = 0
      const isDown = ({ number }: Delivery) => {
        if (number >= downFrom && downAt === 0) downAt = Date.now()
        return downAt > 0 && Date.now() < downAt + length
      }
      const scene = await play(database, {
        records: 600,
        limits: { probePause },
        destination: { delay: 2, misbehave: (it) => (isDown(it) ? { commits: false, answer: (to) => void to.destroy() } : null) },
      })
      const run = await scene.over()
      expect(downAt).toBeGreaterThan(0)
      const upAt = downAt + length
      const { journal, effects } = scene.destination
      const meanwhile = journal.filter(({ at }) => at >= downAt && at < upAt)
      // Those that were open have their tries, and are kept with the reason when none went well; the others wait, and single probes go out.
      const tried = new Set(meanwhile.map(({ key }) => key)).size
      const probes = meanwhile.filter(({ at }) => at >= downAt + length / 2).length
      expect(tried).toBeLessThanOrEqual(2 * engineLimits.sendsAtOnce + length / probePause)
      expect(probes).toBeLessThanOrEqual(length / 2 / probePause + 2)
      const recovery = (journal.filter(({ at }) => at >= upAt)[40]?.at ?? Number.POSITIVE_INFINITY) - upAt
      expect(recovery).toBeLessThan(probePause + 5_000)
      // A connection that broke under a request may have carried it: those are called unknown, and so the run is no success.
      expect(run).toMatchObject({ recordsRead: 600, recordsFailed: 0, error: { code: 'run/outcome-unknown' } })
      expect(run.recordsDelivered + run.recordsUnknown).toBe(600)
      const { total } = await linesOf(scene, 'pending')
      expect(total).toBe(run.recordsUnknown)
      expect(effects.size).toBe(run.recordsDelivered)
      expect([...effects].filter(([, times]) => times !== 1)).toEqual([])
      const sums = { lost: 600 - effects.size - total, duplicates: 0, resent: resent(scene.destination) }
      tell(`F21 ${kind}`, seed, { ...sums, recovery, more: `kept-as-unknown=${total} probes=${probes}` })
    },
  )

  it.each(seedsOn(kind))('F22 honours keys, and its answer is lost: records count once (seed %i)', async (seed) => {
    const { database } = await open()
    const chance = chanceOf(seed)
    const hung = new Set<string>()
    const scene = await play(database, {
      records: 300,
      config: { strategy: 'bulk', batchSize: 10 },
      change: (config) => ({ ...config, destination: { ...config.destination, honoursKeys: true } }),
      outbound: { headers: 1_500, idle: 1_500, total: 2_000 },
      destination: {
        misbehave: ({ key }) => {
          if (hung.has(key) || hung.size >= 5 || chance.next() > 0.5) return null
          hung.add(key)
          return commitsThenHangs
        },
      },
    })
    await scene.over()
    expect(hung.size).toBe(5)
    const sums = await whole(scene, 300)
    expect(sums.resent).toBe(5)
    tell(`F22 ${kind}`, seed, sums)
  })

  it('F23 knows no keys, and at most once was chosen: what may have arrived is not sent again, and is shown', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 200,
      // Long enough that only what hangs on purpose is cut, also on a busy machine.
      outbound: { headers: 2_000, idle: 2_000, total: 2_500 },
      change: (config) => ({ ...config, destination: { ...config.destination, guarantee: 'atMostOnce' } }),
      destination: { honoursKeys: false, misbehave: ({ ids }) => (Number(ids[0]) % 50 === 0 ? commitsThenHangs : null) },
    })
    const run = await scene.over()
    expect([...scene.destination.effects.values()].every((times) => times === 1)).toBe(true)
    expect(scene.destination.effects.size).toBe(200)
    expect(run).toMatchObject({ recordsRead: 200, recordsDelivered: 196 })
    const { transactions } = await linesOf(scene, 'pending')
    expect(transactions.map(({ recordKey }) => Number(recordKey)).toSorted((a, b) => a - b)).toEqual([50, 100, 150, 200])
    for (const { details } of transactions) expect(details).toMatch(/unknown/i)
    tell(`F23 ${kind}`, null, { duplicates: 0, more: 'unknown=4 shown=4' })
  })

  it.each([
    ['207', 207],
    ['200 with a list', 200],
  ] as const)('F24 takes a part (%s): what was taken is not sent again', async (_, status) => {
    const { database } = await open()
    const busy = new Set<number | string>([7, 33, 99])
    const taken = new Set<number | string>([12])
    let first = true
    const scene = await play(database, {
      records: 100,
      config: { strategy: 'bulk' },
      destination: {
        misbehave: (it) => {
          if (!first) return null
          first = false
          const partial = perRecord(status, it, busy, 503)
          const items = it.ids.map((id) =>
            busy.has(id)
              ? { id, status: 503 }
              : taken.has(id)
                ? { id, status: 422, error: 'email is taken' }
                : { id, status: 201 },
          )
          return {
            ...answering(status, { 'content-type': 'application/json' }, JSON.stringify({ items }), true),
            takes: (id) => !taken.has(id) && (partial.takes?.(id) ?? true),
          }
        },
      },
    })
    const run = await scene.over()
    expect(run).toMatchObject({ recordsDelivered: 99, recordsFailed: 1 })
    expect([...scene.destination.effects.values()].every((times) => times === 1)).toBe(true)
    const sentAgain = scene.destination.journal.slice(1).flatMap(({ ids }) => ids)
    expect(sentAgain.toSorted()).toEqual([...busy].toSorted())
    const { transactions } = await linesOf(scene, 'failure')
    expect(transactions).toMatchObject([{ recordKey: '12' }])
    tell(`F24 ${kind} ${status}`, null, { lost: 0, duplicates: 0, more: 'taken records sent again=0' })
  })

  it('F25 takes no more than so many at once (413): batches are halved, and the size is remembered', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 3_000,
      config: { strategy: 'bulk' },
      limits: { sendsAtOnce: 2 },
      destination: { misbehave: ({ ids }) => (ids.length > 13 ? answering(413) : null) },
    })
    await scene.over()
    const refused = scene.destination.journal.filter(({ ids }) => ids.length > 13)
    expect(refused.length).toBeGreaterThan(2)
    // Two at a time, at 100, 50 and 25: not one for each of the thirty batches.
    expect(refused.length).toBeLessThanOrEqual(12)
    const sums = await whole(scene, 3_000)
    tell(`F25 ${kind}`, null, { ...sums, more: `refused=${refused.length}` })
  })

  it.each(seedsOn(kind))(
    'F26 refuses a batch for one record: 99 of 100 arrive, and the one has its answer (seed %i)',
    async (seed) => {
      const { database } = await open()
      const poison = chanceOf(seed).between(1, 100)
      const body = `{"error":"email is taken","pad":"${'x'.repeat(5_000)}"}`
      const scene = await play(database, {
        records: 100,
        config: { strategy: 'bulk' },
        destination: { misbehave: ({ ids }) => (ids.includes(poison) ? answering(400, {}, body) : null) },
      })
      const run = await scene.over()
      expect(run).toMatchObject({ status: 'succeeded', recordsDelivered: 99, recordsFailed: 1 })
      expect(scene.destination.effects.size).toBe(99)
      expect([...scene.destination.effects.values()].every((times) => times === 1)).toBe(true)
      // Refused requests: each halves what is left.
      const refusedRequests = scene.destination.journal.filter(({ ids }) => ids.includes(poison)).length
      expect(refusedRequests).toBeLessThanOrEqual(8)
      const { transactions } = await linesOf(scene, 'failure')
      expect(transactions).toMatchObject([{ recordKey: String(poison), error: { answer: { status: 400 } } }])
      expect(transactions[0]?.error?.answer?.body).toHaveLength(2_048)
      const last = Math.max(...scene.destination.journal.map(({ at }) => at)) - (scene.destination.journal[0]?.at ?? 0)
      expect(last).toBeLessThan(5_000)
      tell(`F26 ${kind}`, seed, { lost: 0, duplicates: 0, more: `poison=${poison} refused=${refusedRequests} last=${last}ms` })
    },
  )

  it('F27 says that a key is in progress (409) and that it was used (422): the first waits, the second is not sent again', async () => {
    const { database } = await open()
    const reused = answering(422, {}, '{"title":"Idempotency-Key is already used"}')
    let waits = 0
    const scene = await play(database, {
      records: 40,
      destination: {
        misbehave: ({ ids }) => {
          if (ids[0] === 17) return reused
          if (ids[0] !== 5 || waits === 2) return null
          waits += 1
          return answering(409, {}, '{"error":"A request with this key is in progress"}')
        },
      },
    })
    const run = await scene.over()
    expect(waits).toBe(2)
    expect(run).toMatchObject({ recordsDelivered: 39, recordsFailed: 1 })
    expect(scene.destination.journal.filter(({ ids }) => ids[0] === 17)).toHaveLength(1)
    expect(resent(scene.destination)).toBe(2)
    const { transactions } = await linesOf(scene, 'failure')
    expect(transactions).toMatchObject([{ recordKey: '17', error: { code: 'destination/key-reused' } }])
  })
})
