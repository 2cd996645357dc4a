/** Edges know no hours: each limit of a list is told here once, on a clock that runs. */
import { expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { listMachine, type Page } from '#src/machines/kit/list.machine.ts'
import { pass } from './clock.ts'

const page: Page<unknown> = { items: ['Orders'], total: 1, readAt: '2026-11-20T10:00:00.000Z' }

it('is read again 2 s after each answer', async () => {
  let asked = 0
  const { clock, at } = await open(() => {
    asked += 1
    return Promise.resolve(page)
  })
  for (let second = 1; second <= 10; second += 1) {
    await pass(clock, 1_999)
    expect(asked).toBe(second)
    await pass(clock, 1)
  }
  expect(at()).toBe('showing')
})

it('is tried again 10 s after it grew stale, and keeps its page', async () => {
  let asked = 0
  const { clock, actor, at } = await open(() => {
    asked += 1
    return asked === 1 ? Promise.resolve(page) : Promise.reject(refusal('net/unreachable'))
  })
  await pass(clock, 2_000)
  expect(at()).toBe('stale')
  await pass(clock, 9_999)
  expect(asked).toBe(2)
  await pass(clock, 1)
  expect(asked).toBe(3)
  expect(actor.getSnapshot().context.page).toEqual(page)
})

it('is read again a second after something moved, and once more for what moved while it was read', async () => {
  let asked = 0
  const { clock, actor, at } = await open(() => {
    asked += 1
    return Promise.resolve(page)
  })
  actor.send({ type: 'records.moved' })
  actor.send({ type: 'records.moved' })
  expect(at()).toBe('moved')
  await pass(clock, 999)
  expect(asked).toBe(1)
  clock.increment(1)
  expect(at()).toBe('refreshing')
  actor.send({ type: 'records.moved' })
  await pass(clock, 0)
  expect([asked, at()]).toEqual([2, 'moved'])
  await pass(clock, 1_000)
  expect([asked, at()]).toEqual([3, 'showing'])
})

async function open(readPage: (call: { readonly signal: AbortSignal }) => Promise<Page<unknown>>) {
  const clock = new SimulatedClock()
  const machine = listMachine.provide({
    actors: { readPage: fromPromise(readPage), watchMoves: fromCallback<EventObject, void>(() => {}) },
  })
  const actor = createActor(machine, { clock, input: { query: { page: 1 } } }).start()
  await pass(clock, 0)
  return { clock, actor, at: () => actor.getSnapshot().value }
}
