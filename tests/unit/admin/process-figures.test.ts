/** What a process says of itself: only what lasts is an overload. */
import { expect, it } from 'vitest'

import { createProcessFigures } from '#server/features/admin/process-figures.ts'

it('requests that wait for the database for a moment, as at the start, are not counted; those that wait for a minute are', () => {
  let [now, waiting] = [0, 30]
  const database = { connections: () => ({ open: 1, idle: 0, waiting }) } as never
  const figures = createProcessFigures({ database, engine: {} }, () => now)
  const waitingAt = (seconds: number, count: number) => {
    now = seconds * 1_000
    waiting = count
    return figures.read().pool.waiting
  }
  expect([waitingAt(2, 30), waitingAt(30, 12), waitingAt(61, 14), waitingAt(90, 20), waitingAt(120, 0)]).toEqual([
    0, 0, 12, 14, 0,
  ])
})
