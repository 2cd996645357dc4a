/** Each limit of the transactions is told here once, on a clock that runs. */
import { expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import {
  type CachedPage,
  type TransactionsPage,
  transactionsCacheMachine,
} from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { pass } from '../../kit/clock.ts'
import { pageOf } from './transactions.ts'

const page = pageOf(['a'], 'run 1')

it('is good for 15 minutes after it was read, and then read again', async () => {
  let asked = 0
  const { clock, at } = await open(() => {
    asked += 1
    return Promise.resolve(page)
  })
  expect(at()).toBe('fresh')
  await pass(clock, 899_999)
  expect(asked).toBe(1)
  await pass(clock, 1)
  expect(asked).toBe(2)
})

it('is good in this tab for what is left of the 15 minutes', async () => {
  let asked = 0
  const { clock, at } = await open(
    () => {
      asked += 1
      return Promise.resolve(page)
    },
    { page, left: 5_000 },
  )
  expect(at()).toBe('cached')
  await pass(clock, 4_999)
  expect(asked).toBe(0)
  await pass(clock, 1)
  expect(asked).toBe(1)
})

it('is tried again 10 s after it could not be read, and keeps its page', async () => {
  let asked = 0
  const { clock, actor, at } = await open(
    () => {
      asked += 1
      return Promise.reject(refusal('net/unreachable'))
    },
    { page, left: 0 },
  )
  expect(at()).toBe('stale')
  await pass(clock, 9_999)
  expect(asked).toBe(1)
  await pass(clock, 1)
  expect(asked).toBe(2)
  expect(actor.getSnapshot().context.page).toEqual(page)
})

it('is not read again when the runs are as far as they were', async () => {
  let asked = 0
  const { clock, actor, at } = await open(
    () => {
      asked += 1
      return Promise.resolve(pageOf(['a'], 'run 2'))
    },
    { page, left: 5_000 },
  )
  actor.send({ type: 'records.moved', mark: 'run 1' })
  await pass(clock, 0)
  expect([at(), asked]).toEqual(['cached', 0])
  actor.send({ type: 'records.moved', mark: 'run 2' })
  await pass(clock, 0)
  expect([at(), asked]).toEqual(['fresh', 1])
})

it('is read once more when records moved while it was read', async () => {
  const answers: ((page: TransactionsPage) => void)[] = []
  const { clock, actor, at } = await open(() => new Promise((resolve) => void answers.push(resolve)))
  actor.send({ type: 'records.moved', mark: 'run 2' })
  expect(at()).toBe('loading')
  answers[0]?.(page)
  await pass(clock, 0)
  expect(at()).toBe('refreshing')
  answers[1]?.(pageOf(['a', 'b'], 'run 2'))
  await pass(clock, 0)
  expect(at()).toBe('fresh')
})

async function open(
  readPage: (call: { readonly signal: AbortSignal }) => Promise<TransactionsPage>,
  kept: CachedPage | null = null,
) {
  const clock = new SimulatedClock()
  const machine = transactionsCacheMachine.provide({
    actors: { readPage: fromPromise(readPage), watchRuns: fromCallback<EventObject, void>(() => {}) },
  })
  const query = { connectorId: '7', page: 1, pageSize: 100 }
  const actor = createActor(machine, { clock, input: { query, kept } }).start()
  await pass(clock, 0)
  return { clock, actor, at: () => actor.getSnapshot().value }
}
