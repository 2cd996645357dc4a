/** What a run says while it waits: of a rate limit that it is one, and nothing of a connection that has enough requests under way. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPaces } from '#server/engine/fairness/paces.ts'
import { createLimitWatch } from '#server/engine/runs/limit-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One request is under way, and the next one waits for two minutes. */
function waiting({ perSecond, atOnce }: { readonly perSecond: number; readonly atOnce?: number }) {
  const pace = createPaces({ pauseBase: 1_000, pauseCap: 30_000 }).of('company', 'https://erp.example.test')
  const [told, given]: [(string | null)[], string[]] = [[], []]
  const watch = createLimitWatch({
    ...{ limits: { limitTold: 1_000, limitRest: 60_000 }, rested: null, left: () => null },
    tell: (standing) => told.push(standing?.reason ?? null),
    giveBack: (_, { reason }) => given.push(reason),
  })
  const lane = { perSecond, atOnce, wake: () => {} }
  pace.start(lane)
  expect(pace.mayStart(lane)).toBe(false)
  watch.of('destination').waits(pace, perSecond, atOnce)
  vi.advanceTimersByTime(120_000)
  watch.stop()
  return { told, given }
}

it('says that it waits for the rate that was set, and is given back', () => {
  const { told, given } = waiting({ perSecond: 0.001 })
  expect(told[0]).toContain('erp.example.test')
  expect(given).toHaveLength(1)
})

it('says nothing of a rate while it waits for the end of another request, and keeps its place', () => {
  expect(waiting({ perSecond: 100, atOnce: 1 })).toEqual({ told: [], given: [] })
})
