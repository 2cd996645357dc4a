/** Edges know no hours: each limit of the figures is told here once, on a clock that runs. */
import { expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { analyticsMachine, type Figures } from '#src/machines/analytics/analytics.machine.ts'
import type { Question } from '#src/machines/analytics/time-filter-place.ts'
import { pass, silence } from '../kit/clock.ts'
import { figuresOf, pastHour } from '../kit/samples/figures.ts'

const figures = figuresOf(pastHour, 120)
const minute = 60_000

it('is read again a minute after each answer', async () => {
  let asked = 0
  const { clock, at } = await open(() => {
    asked += 1
    return Promise.resolve(figures)
  })
  for (let turn = 1; turn <= 5; turn += 1) {
    await pass(clock, minute - 1)
    expect(asked).toBe(turn)
    await pass(clock, 1)
  }
  expect(at()).toBe('showing')
})

it('is tried again a minute after it grew stale, and keeps its figures', async () => {
  let asked = 0
  const { clock, actor, at } = await open(() => {
    asked += 1
    return asked === 1 ? Promise.resolve(figures) : Promise.reject(refusal('net/unreachable'))
  })
  await pass(clock, minute)
  expect(at()).toBe('stale')
  await pass(clock, minute - 1)
  expect(asked).toBe(2)
  await pass(clock, 1)
  expect(asked).toBe(3)
  expect(actor.getSnapshot().context.figures).toEqual(figures)
})

it('gives up what was asked before when something else is asked', async () => {
  const { ask, counted } = silence()
  const { actor, at } = await open(ask)
  actor.send({ type: 'filter.changed', question: { ...pastHour, environment: 'sandbox' } })
  await pass(new SimulatedClock(), 0)
  expect([at(), counted]).toEqual(['loading', { asked: 2, givenUp: 1 }])
})

async function open(readFigures: (call: { readonly signal: AbortSignal }) => Promise<Figures>) {
  const clock = new SimulatedClock()
  const actors = {
    readFigures: fromPromise<Figures, Question>(readFigures),
    joinFilter: fromCallback<EventObject, void>(() => {}),
  }
  const actor = createActor(analyticsMachine.provide({ actors }), { clock, input: { question: pastHour } }).start()
  await pass(clock, 0)
  return { clock, actor, at: () => actor.getSnapshot().value }
}
