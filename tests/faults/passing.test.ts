/** What a source does to a run, and a process that dies between a request and its answer: F10, F16, F18, F23. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

import { commitsThenHangs, startDestination } from '../engine/kit/dest-sim.ts'
import { play } from '../engine/kit/scene.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn, startEngine } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { expectWhole, linesOf, tell } from './kit/checker.ts'

describeOnEachDatabase('a source', (open, kind) => {
  it('F10 asks to wait longer than an hour: the run ends and says until when, and another connector goes on', async () => {
    const { database } = await open()
    const asked = await play(database, {
      script: (_, response) => !!response.writeHead(429, { 'retry-after': '1000000000' }).end('no'),
    })
    // Another connector of the same process; a second engine would take the embedded database over.
    const source = await startSource(100)
    const destination = await startDestination()
    onTestFinished(async () => {
      await source.close()
      await destination.close()
    })
    const place = await settleIn(database)
    const other = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    asked.engine.wake()
    const run = await asked.over(10_000)
    expect(run.status).toBe('failed')
    expect(`${run.statusReason} ${run.error?.message}`).toMatch(/until 20[5-9]\d-/)
    expect(asked.source.asked).toHaveLength(1)
    await ended(database, place, other)
    await expectWhole(database, place, other, destination, 100)
    tell(`F10 ${kind}`, null, { more: `requests before the time=${asked.source.asked.length - 1}` })
  })

  it('F16 never ends: the run stops at its limit of records, and the next one goes on', async () => {
    const { database } = await open()
    const scene = await play(database, {
      limits: { recordsMax: 450, readAhead: 0 },
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        return !!response.end(JSON.stringify({ items: Array.from({ length: 100 }, (_, at) => ({ id: from + at + 1 })) }))
      },
    })
    const run = await scene.over()
    expect(run.error?.code).toMatch(/limit/)
    expect(run.recordsDelivered).toBe(run.recordsRead)
    expect(run.recordsRead).toBeLessThanOrEqual(500)
    // Five pages hold what the run may read; the one after them tells that there is more.
    expect(scene.source.asked.length).toBeLessThanOrEqual(5 + 1)
    tell(`F16 ${kind}`, null, { more: `requests=${scene.source.asked.length} records=${run.recordsRead}` })
  })

  it('F18 gives a record on two pages: it takes effect once', async () => {
    const { database } = await open()
    const scene = await play(database, {
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        // Rows were inserted before the page: its last ten come again.
        const first = from === 0 ? 0 : from - 10
        const items = Array.from({ length: Math.max(0, Math.min(100, 250 - first)) }, (_, at) => ({ id: first + at + 1 }))
        return !!response.end(JSON.stringify({ items }))
      },
    })
    await scene.over()
    expect(scene.destination.effects.size).toBe(250)
    expect([...scene.destination.effects].filter(([, times]) => times !== 1)).toEqual([])
    tell(`F18 ${kind}`, null, { lost: 0, duplicates: 0 })
  })
})

describeOnEachDatabase('a process that dies', (open) => {
  it('F23 between the request and its answer: at most once means that the next life does not send again', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 20,
      limits: { drain: 200, sendsAtOnce: 4 },
      change: (config) => ({ ...config, destination: { ...config.destination, guarantee: 'atMostOnce' } }),
      destination: { honoursKeys: false, misbehave: ({ number }) => (number <= 4 ? commitsThenHangs : null) },
    })
    await eventually(
      () => scene.destination.journal.length,
      (count) => count === 4,
    )
    await sleep(100)
    // The drain ends, and what was open is cut off.
    await scene.engine.stop()
    const next = startEngine(database)
    onTestFinished(() => next.stop())
    await ended(database, scene.place, scene.run)
    expect(scene.destination.effects.size).toBe(20)
    expect([...scene.destination.effects].filter(([, times]) => times !== 1)).toEqual([])
    expect((await linesOf(scene, 'pending')).total).toBe(4)
  })
})
