/** Events of a webhook are committed in groups: how large these are, what each sender gets, and how many may wait. */
import { expect, it } from 'vitest'

import { createEventGroups, createSharedRead } from '#server/features/connectors/triggers/event-groups.ts'

type Event = { readonly n: number; readonly companyId: string; readonly bytes: number }
const events = (count: number, bytes = 100): Event[] => Array.from({ length: count }, (_, n) => ({ n, companyId: 'A', bytes }))
const room = { events: 1_000, bytes: 1e9, companyEvents: 10_000, companyBytes: 1e9, allEvents: 10_000, allBytes: 1e9 }
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** Groups whose commits end when the test says so. */
function stage(
  max = room,
  isOfOne: (thrown: unknown) => boolean = () => false,
  fails: (events: readonly Event[]) => boolean = () => false,
) {
  const commits: { readonly webhook: string; readonly numbers: number[]; readonly end: () => void }[] = []
  const started: (() => void)[] = []
  const groups = createEventGroups<Event, string>(
    async (webhook, given) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      commits.push({ webhook, numbers: given.map(({ n }) => n), end: resolve })
      started.shift()?.()
      await promise
      if (fails(given)) throw new Error(`refused ${given.length}`)
      return given.map(({ n }) => `kept ${n}`)
    },
    isOfOne,
    max,
  )
  /** Resolves when so many commits were begun. */
  const begun = async (count: number) => {
    while (commits.length < count) await new Promise<void>((resolve) => started.push(resolve))
  }
  return { groups, commits, begun }
}

it('commits what comes together at once, what comes meanwhile next, and at most 100 together', async () => {
  const { groups, commits, begun } = stage()
  const first = events(3).map((it) => groups.put('a', it))
  await begun(1)
  const later = events(250).map((it) => groups.put('a', it))
  for (const at of numbers(0, 4)) {
    await begun(at + 1)
    expect(commits).toHaveLength(at + 1)
    commits[at]?.end()
  }
  expect(await Promise.all(first)).toEqual(['kept 0', 'kept 1', 'kept 2'])
  expect(await Promise.all(later)).toEqual(numbers(0, 250).map((n) => `kept ${n}`))
  expect(commits.map((it) => it.numbers)).toEqual([numbers(0, 3), numbers(0, 100), numbers(100, 200), numbers(200, 250)])
})

it('holds about 1 MB in one group, and a larger event alone', async () => {
  const { groups, commits, begun } = stage()
  const all = [2_000_000, 500_000, 500_000, 500_000].map((bytes, n) => groups.put('a', { n, companyId: 'A', bytes }))
  for (const at of [0, 1, 2]) {
    await begun(at + 1)
    commits[at]?.end()
  }
  await Promise.all(all)
  expect(commits.map((it) => it.numbers)).toEqual([[0], [1, 2], [3]])
})

it('does not let one webhook wait for another', async () => {
  const { groups, commits, begun } = stage()
  const [a, b] = ['a', 'b'].map((webhook) => groups.put(webhook, { n: 1, companyId: 'A', bytes: 1 }))
  await begun(2)
  commits[1]?.end()
  expect(await b).toBe('kept 1')
  commits[0]?.end()
  expect(await a).toBe('kept 1')
})

it('adds the events of a group alone when one of them is refused', async () => {
  const { groups, commits, begun } = stage(
    room,
    () => true,
    (given) => given.some(({ n }) => n === 1),
  )
  const results = Promise.allSettled(events(3).map((it) => groups.put('a', it)))
  for (const at of numbers(0, 4)) {
    await begun(at + 1)
    commits[at]?.end()
  }
  expect(await results).toMatchObject([{ value: 'kept 0' }, { reason: { message: 'refused 1' } }, { value: 'kept 2' }])
})

it('fails each event of a group when the commit failed, and goes on with the next', async () => {
  const { groups, commits, begun } = stage(
    room,
    () => false,
    (given) => given.length === 2,
  )
  const results = Promise.allSettled(events(2).map((it) => groups.put('a', it)))
  await begun(1)
  const next = groups.put('a', { n: 9, companyId: 'A', bytes: 1 })
  commits[0]?.end()
  await begun(2)
  commits[1]?.end()
  expect(await results).toMatchObject([{ reason: { message: 'refused 2' } }, { reason: { message: 'refused 2' } }])
  expect(await next).toBe('kept 9')
})

it.each([
  ['events of one webhook', { ...room, events: 2 }, ['a', 'a', 'a']],
  ['bytes of one webhook', { ...room, bytes: 250 }, ['a', 'a', 'a']],
  ['events of one company', { ...room, companyEvents: 2 }, ['a', 'b', 'c']],
  ['bytes of one company', { ...room, companyBytes: 250 }, ['a', 'b', 'c']],
  ['events of all webhooks', { ...room, allEvents: 2 }, ['a', 'b', 'c']],
  ['bytes of all webhooks', { ...room, allBytes: 250 }, ['a', 'b', 'c']],
])('lets so many %s wait, refuses others for a moment, and takes them again afterwards', async (_, max, [a, b, c]) => {
  const { groups, commits, begun } = stage(max)
  const [event] = events(1)
  if (!event || !a || !b || !c) throw new Error('three webhooks')
  const waiting = [groups.put(a, event), groups.put(b, event)]
  expect(() => groups.put(c, event)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'server/unavailable', retryAfter: 1_000 }) }),
  )
  await begun(new Set([a, b]).size)
  for (const { end } of commits) end()
  await Promise.all(waiting)
  const again = groups.put(c, event)
  await begun(new Set([a, b]).size + 1)
  commits.at(-1)?.end()
  expect(await again).toBe('kept 0')
})

it('lets the events of one company refuse none of another', async () => {
  const { groups, commits, begun } = stage({ ...room, companyEvents: 1 })
  const waiting = groups.put('a', { n: 0, companyId: 'A', bytes: 1 })
  expect(() => groups.put('b', { n: 1, companyId: 'A', bytes: 1 })).toThrow()
  const other = groups.put('c', { n: 2, companyId: 'B', bytes: 1 })
  await begun(2)
  for (const { end } of commits) end()
  expect(await Promise.all([waiting, other])).toEqual(['kept 0', 'kept 2'])
})

it('reads once for those who ask meanwhile, after they asked', async () => {
  const reads: PromiseWithResolvers<number>[] = []
  const read = createSharedRead(() => {
    const it = Promise.withResolvers<number>()
    reads.push(it)
    return it.promise
  })
  const [first, second, third] = [read('a'), read('a'), read('a')]
  expect(reads).toHaveLength(1)
  reads[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(reads).toHaveLength(2)
  reads[1]?.reject(new Error('gone'))
  expect(await Promise.allSettled([second, third])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  const fourth = read('a')
  reads[2]?.resolve(3)
  expect(await fourth).toBe(3)
})
