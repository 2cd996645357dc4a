/** Edges know no hours: each limit of the list of connectors is told here once, on a clock that runs. */
import { expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import {
  type OverviewEmitted,
  type OverviewPage,
  type OverviewRequest,
  overviewMachine,
} from '#src/machines/connectors/list/overview.machine.ts'
import { pass, silence } from '../../kit/clock.ts'
import { orders, pageOf, plainQuery } from './overviews.ts'

const page = pageOf([orders], 1_000)

it('is read again 5 s after each answer', async () => {
  const { clock, asked } = await open(() => Promise.resolve(page))
  for (let times = 1; times <= 5; times += 1) {
    await pass(clock, 4_999)
    expect(asked).toHaveLength(times)
    await pass(clock, 1)
  }
})

it('asks once for what was typed without a pause, and tells the address each time', async () => {
  const { clock, actor, asked, told } = await open(() => Promise.resolve(page))
  for (const text of ['c', 'cr', 'crm']) {
    actor.send({ type: 'user.sought', text })
    await pass(clock, 149)
  }
  expect(asked).toHaveLength(1)
  await pass(clock, 1)
  expect(asked.slice(1)).toEqual([{ query: { ...plainQuery, search: 'crm' }, offset: 0 }])
  expect(told.map(({ query, isTyped }) => [query.search, isTyped])).toEqual([
    ['c', true],
    ['cr', true],
    ['crm', true],
  ])
})

it('gives up what is on its way when another question is asked', async () => {
  const { ask, counted } = silence()
  const { clock, actor } = await open((call) => ask(call))
  actor.send({ type: 'user.filtered', filter: { condition: 'failing' } })
  await pass(clock, 0)
  expect(counted).toEqual({ asked: 2, givenUp: 1 })
  expect(actor.getSnapshot().value).toBe('reading')
})

it('is tried again 10 s after it failed, and keeps its page', async () => {
  let isFirst = true
  const { clock, actor, asked } = await open(() => {
    const answer = isFirst ? Promise.resolve(page) : Promise.reject(refusal('net/unreachable'))
    isFirst = false
    return answer
  })
  await pass(clock, 5_000)
  expect(actor.getSnapshot().value).toBe('failed')
  await pass(clock, 9_999)
  expect(asked).toHaveLength(2)
  await pass(clock, 1)
  expect(asked).toHaveLength(3)
  expect(actor.getSnapshot().context.page).toEqual(page)
})

async function open(readWindow: (call: { readonly signal: AbortSignal }) => Promise<OverviewPage>) {
  const clock = new SimulatedClock()
  const asked: OverviewRequest[] = []
  const told: OverviewEmitted[] = []
  const machine = overviewMachine.provide({
    actors: {
      readWindow: fromPromise<OverviewPage, OverviewRequest>(({ input, signal }) => {
        asked.push(input)
        return readWindow({ signal })
      }),
      joinPlace: fromCallback<OverviewEmitted, void>(({ receive }) => receive((it) => told.push(it))),
      watchStarts: fromCallback<EventObject, void>(() => {}),
    },
  })
  const actor = createActor(machine, { clock, input: { query: plainQuery } }).start()
  await pass(clock, 0)
  return { clock, actor, asked, told }
}
