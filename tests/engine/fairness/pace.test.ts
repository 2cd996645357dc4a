/** How a company's requests to one host are paced, against hosts with real kinds of limits, in a time of its own. */
import { describe, expect, it } from 'vitest'

import type { Lane, PaceClock } from '#server/engine/fairness/lane-queue.ts'
import { createPace, type Pace } from '#server/engine/fairness/pace.ts'
import { limitOf, signsOf } from '#server/engine/kinds/http/response/rate-limit.ts'

/** A simulated clock that runs all callbacks immediately and in order. */
function createTime() {
  let at = 1_000_000
  let number = 0
  const due: { at: number; number: number; work: () => void }[] = []
  const clock: PaceClock = {
    now: () => at,
    later: (wait, work) => {
      number += 1
      const entry = { at: at + wait, number, work }
      due.push(entry)
      return () => {
        const place = due.indexOf(entry)
        if (place >= 0) due.splice(place, 1)
      }
    },
  }
  const run = (until: () => boolean, limit = 7_200_000) => {
    const end = at + limit
    while (!until()) {
      due.sort((a, b) => a.at - b.at || a.number - b.number)
      const next = due.shift()
      if (!next || next.at > end) return
      at = Math.max(at, next.at)
      next.work()
    }
  }
  return { clock, run, now: () => at }
}

type Time = ReturnType<typeof createTime>
type Reply = { readonly status: number; readonly headers: Readonly<Record<string, string>> }
type Host = (at: number) => Reply

const headersOf = (limit: number, remaining: number, reset: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(reset / 1_000)),
})

/** So many requests in each window, and what it says of that. */
function windowed(limit: number, length: number, says: { headers?: boolean; retryAfter?: number }): Host {
  let window = -1
  let used = 0
  return (at) => {
    if (Math.floor(at / length) !== window) [window, used] = [Math.floor(at / length), 0]
    used += 1
    const reset = (window + 1) * length - at
    const headers = says.headers ? headersOf(limit, Math.max(0, limit - used), reset) : {}
    if (used <= limit) return { status: 201, headers }
    return {
      status: 429,
      headers: says.retryAfter === undefined ? headers : { ...headers, 'retry-after': String(says.retryAfter) },
    }
  }
}

/** A bucket of so many, filled by so many a second. */
function bucket(size: number, perSecond: number): Host {
  let [level, seen] = [size, 0]
  return (at) => {
    level = Math.min(size, level + ((at - seen) * perSecond) / 1_000)
    seen = at
    if (level < 1) return { status: 429, headers: {} }
    level -= 1
    return { status: 200, headers: {} }
  }
}

/** Sends records as a run does: so many at once, and again what was not taken. */
function sends(records: number, pace: Pace, host: Host, { clock }: Time, perSecond: number | null = null, delay = 5) {
  const state = { left: records, requests: 0, done: 0, open: 0, starts: [] as number[], statuses: [] as number[] }
  const lane: Lane = { perSecond, wake: pump }
  function pump() {
    while (state.left > 0 && state.open < 32) {
      if (!pace.mayStart(lane)) return
      state.left -= 1
      state.open += 1
      state.requests += 1
      const startedAt = pace.start(lane)
      state.starts.push(startedAt)
      clock.later(delay / 2, () => {
        const reply = host(clock.now())
        clock.later(delay / 2, () => {
          state.open -= 1
          state.statuses.push(reply.status)
          const signs = signsOf(reply.headers, Date.now())
          if (signs) pace.heard(signs, startedAt)
          const limit = limitOf(reply, Date.now())
          if (limit) {
            pace.limited(limit, startedAt)
            state.left += 1
          } else state.done += 1
          pace.ended(limit ? 'limited' : 'answered')
          pump()
        })
      })
    }
  }
  pump()
  return state
}

const rules = { pauseBase: 1_000, pauseCap: 30_000 }
const paceIn = (time: Time) => createPace({ host: 'https://crm.example.com', company: 'a' }, rules, time.clock)

describe('the pace of a host', () => {
  it.each([
    ['2/s, Retry-After', 60, 2, () => windowed(2, 1_000, { retryAfter: 2 })],
    ['2/s, headers', 60, 2, () => windowed(2, 1_000, { headers: true })],
    ['2/s, nothing said', 60, 2, () => windowed(2, 1_000, {})],
    ['3/s, Retry-After', 60, 3, () => windowed(3, 1_000, { retryAfter: 1 })],
    ['3/s, headers', 60, 3, () => windowed(3, 1_000, { headers: true })],
    ['3/s, nothing said', 60, 3, () => windowed(3, 1_000, {})],
    ['5/s, headers', 60, 5, () => windowed(5, 1_000, { headers: true })],
    ['5/s, nothing said', 60, 5, () => windowed(5, 1_000, {})],
    ['10/s, headers', 200, 10, () => windowed(10, 1_000, { headers: true })],
    ['10/s, nothing said', 200, 10, () => windowed(10, 1_000, {})],
    ['100 a minute, Retry-After', 400, 100 / 60, () => windowed(100, 60_000, { retryAfter: 30 })],
    ['100 a minute, headers', 400, 100 / 60, () => windowed(100, 60_000, { headers: true })],
    ['a bucket of 40 with 2/s', 300, 2, () => bucket(40, 2)],
  ])('%s: everything arrives, with few requests, in little more than the time that it takes', (_, records, rate, host) => {
    const time = createTime()
    const begun = time.now()
    const state = sends(records, paceIn(time), host(), time)
    time.run(() => state.done === records)
    expect(state.done).toBe(records)
    const took = (time.now() - begun) / 1_000
    const figures = `${state.requests} requests for ${records} in ${took.toFixed(0)} s of ${(records / rate).toFixed(0)} s`
    if (process.env['FIGURES']) console.log(_, figures)
    expect(state.requests, figures).toBeLessThanOrEqual(records * 1.3)
    expect(took, figures).toBeLessThanOrEqual((records / rate) * 1.8 + 5)
  })

  it('keeps asking through an hour of limits, seldom, and is at its pace again soon after it', () => {
    const time = createTime()
    const begun = time.now()
    const host: Host = (at) => ({ status: at - begun < 3_600_000 ? 429 : 201, headers: {} })
    const state = sends(60, paceIn(time), host, time)
    time.run(() => state.done === 60)
    expect(state.done).toBe(60)
    expect(state.requests).toBeLessThanOrEqual(60 + 150)
    expect(time.now() - begun).toBeLessThanOrEqual(3_600_000 + 60_000)
  })

  it('lets two connectors keep one limit together, each with its share', () => {
    const time = createTime()
    const pace = paceIn(time)
    const host = windowed(4, 1_000, { retryAfter: 1 })
    const [one, other] = [sends(200, pace, host, time), sends(200, pace, host, time)]
    time.run(() => one.done + other.done >= 200)
    expect(Math.abs(one.done - other.done)).toBeLessThanOrEqual(20)
    time.run(() => one.done + other.done === 400)
    expect(one.requests + other.requests).toBeLessThanOrEqual(400 * 1.3)
  })

  it.each([0.05, 0.5, 1.5, 2, 2.5, 7, 100, 400])(
    'sends never more than %s requests in a second that were set, in all runs together',
    (perSecond) => {
      const time = createTime()
      const pace = paceIn(time)
      const host: Host = () => ({ status: 200, headers: {} })
      const runs = [sends(200, pace, host, time, perSecond), sends(200, pace, host, time, perSecond)]
      time.run(() => runs.every(({ done }) => done === 200), 9_000_000)
      const starts = runs.flatMap((run) => run.starts).toSorted((a, b) => a - b)
      expect(starts).toHaveLength(400)
      // A second holds a whole number of requests: 1.5 a second are one in two thirds of it.
      const span = Math.max(1, Math.floor(perSecond))
      for (const [at, start] of starts.entries()) {
        const last = starts[at + span]
        if (last !== undefined) expect(last - start).toBeGreaterThanOrEqual((span * 1_000) / perSecond - 1)
      }
      expect(time.now() - 1_000_000).toBeLessThanOrEqual((400 / perSecond) * 1_050 + 1_000)
    },
  )

  it('is shared with other processes between two requests of a slow rate', () => {
    const time = createTime()
    const pace = paceIn(time)
    const slow = sends(3, pace, () => ({ status: 200, headers: {} }), time, 0.05)
    time.run(() => slow.done === 2)
    time.run(() => false, 15_000)
    time.clock.later(15_000, () => {})
    time.run(() => time.now() >= 1_000_000 + 35_000, 20_000)
    expect([slow.done, pace.shared() === null]).toEqual([2, false])
  })

  it('leaves those alone that nothing was set for', () => {
    const time = createTime()
    const pace = paceIn(time)
    const host: Host = () => ({ status: 200, headers: {} })
    const slow = sends(10, pace, host, time, 0.5)
    const fast = sends(1_000, pace, host, time)
    time.run(() => fast.done === 1_000)
    expect([slow.done, time.now() - 1_000_000 < 2_000]).toEqual([1, true])
  })

  it('opens few requests to a host that it meets, and all of them soon', () => {
    const time = createTime()
    const state = sends(100, paceIn(time), () => ({ status: 200, headers: {} }), time, null, 60_000)
    expect(state.open).toBe(4)
    time.run(() => state.open === 32)
    expect(time.now() - 1_000_000).toBeLessThanOrEqual(700)
  })

  it('takes its part of a limit that several processes keep, and hears of a pause', () => {
    const time = createTime()
    const [one, other] = [paceIn(time), paceIn(time)]
    const first = sends(100, one, windowed(2, 1_000, {}), time)
    time.run(() => first.done >= 30)
    const told = one.shared()
    expect(told?.rate).toBeGreaterThan(1)
    one.adopt(2, 0, null)
    other.adopt(2, 3_000, told)
    const second = sends(30, other, () => ({ status: 200, headers: {} }), time)
    const begun = time.now()
    time.run(() => second.done === 1)
    expect(time.now() - begun).toBeGreaterThanOrEqual(3_000)
    time.run(() => second.done === 6)
    expect((time.now() - begun - 3_000) / 5).toBeGreaterThan((2_000 / (told?.rate ?? 1)) * 0.7)
  })
})

it('lets no more requests be under way at the same time than were set, for all lanes and processes together', () => {
  const { clock } = createTime()
  const [here, there] = [0, 1].map(() => createPace({ company: 'c', host: 'h' }, rules, clock)) as [Pace, Pace]
  const lanes = [0, 1, 2].map(() => ({ perSecond: null, atOnce: 4, wake: () => {} }))
  const begin = (pace: Pace) => {
    let begun = 0
    for (const lane of lanes) while (pace.mayStart(lane)) begun += pace.start(lane) > 0 ? 1 : 0
    return begun
  }
  expect(begin(here)).toBe(4)
  // It is told to other processes, because they share it.
  expect(here.shared()).toMatchObject({ room: null, rate: null })
  for (const pace of [here, there]) pace.adopt(2, 0, null)
  expect(begin(there)).toBe(2)
  here.ended('answered')
  expect(begin(here), 'two are its part, and three are still open').toBe(0)
  for (let n = 0; n < 2; n += 1) here.ended('answered')
  expect(begin(here)).toBe(1)
})
