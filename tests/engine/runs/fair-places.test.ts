import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { isDatabaseDown } from '#server/platform/database/database.ts'
import { createFairPlaces, workFor, workForAll } from '#server/platform/database/fair-connections.ts'
import { describeOnEachDatabase, type Fresh } from '../../server/kit/databases.ts'

it('gives the next place to the company that held them for the shortest time', async () => {
  let time = 0
  const places = createFairPlaces({ max: 1, waitLimit: null, now: () => time })
  const entered: string[] = []
  const enter = (company: string, name: string) =>
    places.enter(company).then((place) => {
      entered.push(name)
      return place
    })
  const first = await enter('B', 'b0')
  const [b1, b2, a0, a1] = [enter('B', 'b1'), enter('B', 'b2'), enter('A', 'a0'), enter('A', 'a1')]
  expect(places.standing()).toEqual({ open: 1, waiting: 4 })
  time += 30
  first.leave()
  const held = await a0
  time += 10
  held.leave()
  const again = await a1
  time += 40
  // By now A has held its places for longer than B.
  again.leave()
  ;(await b1).leave()
  ;(await b2).leave()
  expect(entered).toEqual(['b0', 'a0', 'a1', 'b1', 'b2'])
  expect(places.standing()).toEqual({ open: 0, waiting: 0 })
})

it('ends a wait at its limit as a database that cannot be reached, and loses no place by that', async () => {
  vi.useFakeTimers()
  try {
    const places = createFairPlaces({ max: 1, waitLimit: 5_000 })
    const place = await places.enter('B')
    const refused = places.enter('A').catch((thrown: unknown) => thrown)
    vi.advanceTimersByTime(5_000)
    expect(isDatabaseDown(await refused)).toBe(true)
    expect(places.standing()).toEqual({ open: 1, waiting: 0 })
    place.leave()
    ;(await places.enter('A')).leave()
    expect(places.standing()).toEqual({ open: 0, waiting: 0 })
  } finally {
    vi.useRealTimers()
  }
})

describeOnEachDatabase('connections', (open) => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await open()
  })

  const asksOfB = 400
  const slow = () => sql`select count(*) from generate_series(1, 5000)`.execute(fresh.database.db)

  it('of a process: what one company asks does not wait for all that another has asked before', async () => {
    const done: string[] = []
    const asked = Array.from({ length: asksOfB }, (_, n) => workFor('B', () => slow().then(() => done.push(`b${n}`))))
    asked.push(workFor('A', () => slow().then(() => done.push('a'))))
    asked.push(workFor('B', () => workForAll(slow).then(() => done.push('all'))))
    await Promise.all(asked)
    // Those that were being answered when it asked, and then in its turn. On a busy machine one connection may be slower than others.
    for (const name of ['a', 'all']) expect(done.indexOf(name)).toBeLessThan(asksOfB / 2)
  })

  it('are given back also by what fails', async () => {
    const failing = Array.from({ length: 40 }, () => workFor('B', () => sql`select 1 / 0`.execute(fresh.database.db)))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    await workFor('B', () =>
      fresh.database.db
        .transaction()
        .execute(() => Promise.reject(new Error('on purpose')))
        .catch(() => {}),
    )
    expect(fresh.database.connections()).toMatchObject({ waiting: 0 })
    await workFor('A', slow)
  })
})
