/** What an owner that takes a run over finds of a destination that a person paused. */
import { expect, it } from 'vitest'
import { engineLimits } from '#server/engine/limits.ts'
import { createLanes, type Route } from '#server/engine/runs/lanes.ts'

const nothing = () => {}
const sender = {
  enter: nothing,
  add: nothing,
  hold: nothing,
  pump: nothing,
  open: () => 0,
  queued: () => 0,
  standing: () => null,
}
const routeOf = (id: number, isPaused: boolean) => ({ id, name: `Destination ${id}`, isPaused }) as unknown as Route

function lanesOf(...paused: readonly boolean[]) {
  const routes = paused.map((isPaused, at) => routeOf(at, isPaused))
  return createLanes(routes, {
    ...{ limits: engineLimits, senderOf: () => sender as never, takeIn: nothing, load: async () => [], waiting: async () => 5 },
    ...{ refused: nothing, broke: nothing, changed: nothing },
  })
}

it('what may have been on its way to a paused destination is written down by the owner that takes the run over', async () => {
  const asked: (number | undefined)[] = []
  await lanesOf(false, true).begin(async (_, of) => {
    asked.push(of?.route)
    return []
  }, 3)
  expect(asked).toEqual([0, 1])
})

it('a run says that it waits where all of its destinations are paused', () => {
  expect(lanesOf(true, true).standing()?.reason).toBe('Destination 0 and Destination 1 are paused. Their records wait.')
  expect(lanesOf(false, true).standing()).toBeNull()
})
