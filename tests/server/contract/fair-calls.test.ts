import { expect, it } from 'vitest'

import { createCompanyTurns } from '#server/engine/fairness/tenant-scheduling.ts'
import { createFairCalls } from '#server/features/kit/fair-calls.ts'

const settled = () => new Promise(setImmediate)

function scene() {
  let time = 0
  const fairly = createFairCalls(createCompanyTurns({ now: () => time, nextRound: setImmediate }))
  const open: { readonly of: string; readonly done: () => void }[] = []
  const begun: string[] = []
  const call = (companyId: string, userId = companyId, isHeavy = false) =>
    fairly({ companyId, userId } as Parameters<typeof fairly>[0], { isHeavy }, () => {
      begun.push(userId)
      return new Promise<void>((done) => open.push({ of: userId, done }))
    })
  const end = async (of: string) => {
    const place = open.findIndex((it) => it.of === of)
    open.splice(place, 1)[0]?.done()
    await settled()
    await settled()
  }
  const endAll = async (calls: readonly Promise<void>[]) => {
    let isOver = false
    const over = Promise.all(calls).then(() => {
      isOver = true
    })
    while (!isOver) {
      for (const { done } of open.splice(0)) done()
      await settled()
    }
    await over
  }
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return { call, begun, end, endAll, pass }
}

it('of a company that is alone eight calls are answered at once, and of one over its share one, person by person', async () => {
  const { call, begun, end, endAll, pass } = scene()
  const calls = Array.from({ length: 12 }, () => call('B'))
  await settled()
  expect(begun.splice(0)).toEqual(Array.from({ length: 8 }, () => 'B'))

  calls.push(call('A'), call('A'), call('B', 'quiet'), call('B', 'probe', true))
  for (let n = 0; n < 4; n += 1) await settled()
  expect(begun.splice(0).toSorted(), 'A waits for none of B, and a probe for no other call').toEqual(['A', 'A', 'probe'])

  for (let n = 0; n < 7; n += 1) await end('B')
  expect(begun.splice(0), 'B has more than its share').toEqual([])
  await end('B')
  await end('B')
  expect(begun.splice(0), 'one after another, person by person').toEqual(['B', 'quiet'])

  await end('A')
  await end('A')
  pass(60_000)
  await end('quiet')
  expect(begun.splice(0), 'alone again').toEqual(['B', 'B', 'B'])
  await endAll(calls)
})
