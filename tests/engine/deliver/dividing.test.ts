/** Bulks that come apart: what of them was delivered, refused or is still to be sent holds through every restart. */
import { expect, it } from 'vitest'
import { ledgerSums } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, type Delivery, type Misbehaviour, startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

const bad = (id: number | string) => Number(id) % 37 === 5

/** Takes at most 30 records at once; refuses a delivery with a bad one; sometimes answers record by record, or that it is busy. */
function moods(): (delivery: Delivery) => Misbehaviour | null {
  const seen = new Set<string>()
  return ({ ids, key, number }) => {
    if (ids.length > 30) return answering(413, {}, 'too many')
    if (!seen.has(key) && number % 5 === 0) {
      seen.add(key)
      return answering(503, {}, 'busy')
    }
    if (!ids.some(bad)) return null
    return answering(400, {}, '{"error":"one of them is bad"}')
  }
}

describeOnEachDatabase('a bulk that is too large and holds bad records', (open) => {
  it('F25 F26 is divided until every good record is taken once, through three restarts', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(600)
    const destination = await startDestination({ misbehave: moods(), delay: 3 })
    const config = configFor({ source: source.url, destination: destination.url, strategy: 'bulk', batchSize: 100 })
    const run = await openRunOf(database, place, config)
    for (let life = 1; life <= 3; life += 1) {
      const engine = startEngine(database)
      await eventually(
        () => destination.journal.length,
        (count) => count > life * 25,
      )
      await engine.stop()
    }
    const engine = startEngine(database)
    const over = await ended(database, place, run)
    await engine.stop()
    await destination.close()
    await source.close()
    const ids = Array.from({ length: 600 }, (_, at) => at + 1)
    const failed = ids.filter(bad).length
    expect(over).toMatchObject({ status: 'succeeded', recordsRead: 600, recordsFailed: failed, recordsDelivered: 600 - failed })
    expect(ids.filter((id) => destination.effects.get(id) !== (bad(id) ? undefined : 1))).toEqual([])
    const sums = { delivered: 600 - failed, failed, skipped: 0, unchanged: 0, leftOut: 0, unknown: 0, pending: 0 }
    expect(await ledgerSums(database.db, place.companyId, run.runId)).toEqual(sums)
    // The same key never stands over different bytes.
    const byKey = Map.groupBy(destination.journal, ({ key }) => key)
    for (const [key, same] of byKey) expect(new Set(same.map(({ hash }) => hash)).size, key).toBe(1)
  })

  it('F24 is answered record by record: only what failed is sent again', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(200)
    const tries = new Map<number | string, number>()
    const taken = new Map<number | string, number>()
    const destination = await startDestination({
      honoursKeys: false,
      misbehave: ({ ids }) => {
        const items = ids.map((id) => {
          tries.set(id, (tries.get(id) ?? 0) + 1)
          const status = bad(id) ? 422 : Number(id) % 3 === 0 && tries.get(id) === 1 ? 503 : 201
          if (status === 201) taken.set(id, (taken.get(id) ?? 0) + 1)
          return { status }
        })
        return { commits: false, answer: (response) => response.writeHead(207).end(JSON.stringify({ items })) }
      },
    })
    const config = configFor({ source: source.url, destination: destination.url, strategy: 'bulk', batchSize: 50 })
    const run = await openRunOf(database, place, config)
    const engine = startEngine(database)
    const over = await ended(database, place, run)
    await engine.stop()
    await destination.close()
    await source.close()
    const ids = Array.from({ length: 200 }, (_, at) => at + 1)
    expect(over).toMatchObject({ status: 'succeeded', recordsFailed: ids.filter(bad).length })
    expect(ids.filter((id) => taken.get(id) !== (bad(id) ? undefined : 1))).toEqual([])
    expect(ids.filter((id) => tries.get(id) !== (Number(id) % 3 === 0 && !bad(id) ? 2 : 1))).toEqual([])
  })
})

describeOnEachDatabase('at most once', (open) => {
  it('F23 sends nothing a second time that may have arrived; it is called unknown, and the run does not claim a success', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(60)
    const silent: Misbehaviour = { commits: true, answer: (response) => response.destroy() }
    const destination = await startDestination({
      honoursKeys: false,
      misbehave: ({ ids }) => (Number(ids[0]) % 20 === 7 ? silent : null),
    })
    const config = configFor({ source: source.url, destination: destination.url })
    const run = await openRunOf(database, place, { ...config, destination: { ...config.destination, guarantee: 'atMostOnce' } })
    const engine = startEngine(database)
    const over = await ended(database, place, run)
    await engine.stop()
    await destination.close()
    await source.close()
    expect(over).toMatchObject({
      status: 'failed',
      error: { code: 'run/outcome-unknown' },
      recordsDelivered: 57,
      recordsFailed: 0,
    })
    expect([...destination.effects.values()].every((times) => times === 1)).toBe(true)
    expect(destination.journal).toHaveLength(60)
    expect(await ledgerSums(database.db, place.companyId, run.runId)).toMatchObject({ delivered: 57, unknown: 3, pending: 0 })
  })
})

describeOnEachDatabase('a record that stands in two pages', (open) => {
  it('F18 is delivered once and skipped once; changed, it is delivered again', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const pages = [
      [1, 2, 3, 4],
      [4, 3, 5, 6],
      [6, 7],
    ]
    const source = await startSource(0, ({ url }, response) => {
      const at = Number(url.searchParams.get('cursor') ?? 0)
      // Record 3 was changed between the two readings.
      const items = (pages[at] ?? []).map((id) => ({ id, text: id === 3 ? `as of page ${at}` : 'the same' }))
      response.setHeader('content-type', 'application/json')
      return !!response.end(JSON.stringify({ items, next_cursor: at + 1 < pages.length ? String(at + 1) : null }))
    })
    const destination = await startDestination()
    const run = await openRunOf(
      database,
      place,
      configFor({ source: source.url, destination: destination.url, paging: 'cursor' }),
    )
    const engine = startEngine(database)
    const over = await ended(database, place, run)
    await engine.stop()
    await destination.close()
    await source.close()
    expect(over).toMatchObject({
      status: 'succeeded',
      recordsRead: 10,
      recordsDelivered: 8,
      recordsSkipped: 2,
      statusReason: '8 records delivered, 2 skipped.',
    })
    expect(Object.fromEntries(destination.effects)).toEqual({ 1: 1, 2: 1, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1 })
  })
})
