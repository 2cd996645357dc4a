/** F14 and F28: what a process of its own holds in memory, whatever the other sides do. */
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { bombs } from '../engine/kit/bombs.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { live } from './kit/lives.ts'
import { lifeOf, prepare } from './kit/transfer.ts'

/** Megabytes that a process holds (`VmRSS`), or held at most (`VmHWM`). */
const megabytes = (pid: number | undefined, what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

describeOnEachDatabase('the memory of a process', (open, kind) => {
  it('F14 holds answers that are too much, all of them at once, and each ends its own run by name', async () => {
    const { database, place: where, remove } = await open()
    onTestFinished(() => remove())
    const destination = await startDestination()
    onTestFinished(() => destination.close())
    const scene = async (source: Awaited<ReturnType<typeof startSource>>) => {
      onTestFinished(() => source.close())
      const place = await settleIn(database)
      return { place, run: await openRunOf(database, place, configFor({ source: source.url, destination: destination.url })) }
    }
    const bad = []
    for (const [, script] of bombs) bad.push(await scene(await startSource(0, script)))
    const good = await scene(await startSource(1_000))
    await database.close()
    const life = live({ place: where, limits: { poll: 50, retryBase: 50, retryCap: 200 } })
    await eventually(life.said, (text) => text.includes('ready'))
    const begunAt = Date.now()
    const idle = megabytes(life.child.pid, 'VmHWM')
    await eventually(life.said, (text) => text.includes('over'), 90_000)
    const took = Date.now() - begunAt
    const peak = megabytes(life.child.pid, 'VmHWM')
    life.child.kill('SIGTERM')
    expect(await life.gone).toEqual({ code: 0, signal: null })
    const after = await openDatabase(where)
    try {
      const ends = await Promise.all(bad.map(({ place, run }) => ended(after, place, run)))
      expect(ends.map(({ error }) => error?.code)).toEqual(bombs.map(([, , code]) => code))
      await expectWhole(after, good.place, good.run, destination, 1_000)
    } finally {
      await after.close()
    }
    // The row is about a worker. The embedded database lives in the same process, and holds the greater part of it.
    expect(peak).toBeLessThan(kind === 'postgres' ? 512 : 1_280)
    tell(`F14 ${kind}`, null, { recovery: took, more: `idle=${idle.toFixed(0)}MB peak=${peak.toFixed(0)}MB` })
  })

  it('F28 stays where it is while a destination holds every request', async () => {
    const hung: (() => void)[] = []
    const transfer = await prepare(await open(), {
      records: 20_000,
      destination: {
        misbehave: () => ({ commits: true, answer: (response) => void hung.push(() => response.writeHead(201).end('{}')) }),
      },
    })
    const outbound = { headers: 120_000, idle: 120_000, total: 120_000 }
    const life = lifeOf(transfer, { outbound })
    await eventually(
      () => hung.length,
      (count) => count >= 32,
    )
    const asked = () => transfer.source.asked.length
    const held: number[] = []
    // Twenty looks at the source that find it asked nothing more, and then a hundred at the memory.
    let quiet = 0
    for (let before = -1; quiet < 20; before = asked()) quiet = await pause(() => (asked() === before ? quiet + 1 : 0))
    const pages = asked()
    while (held.length < 100) held.push(await pause(() => megabytes(life.child.pid, 'VmRSS')))
    expect(asked()).toBe(pages)
    // The window of 1,000 records, the page that waits for room, and the one after it.
    expect(pages).toBeLessThanOrEqual(10 + 2)
    const [first = 0, last = 0] = [held.at(0), held.at(-1)]
    expect(Math.abs(last - first) / first).toBeLessThan(0.1)
    life.child.kill('SIGKILL')
    await life.gone
    tell(`F28 ${kind}`, null, { more: `pages asked=${pages} of 200 memory=${first.toFixed(0)}..${last.toFixed(0)}MB` })
  })
})

/** One look after a short while. */
const pause = <T>(look: () => T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(look()), 50))
