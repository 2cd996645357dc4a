import { expect, it } from 'vitest'

import { createCompanyTurns } from '#server/engine/fairness/tenant-scheduling.ts'

function scene() {
  let time = 0
  const rounds: (() => void)[] = []
  const turns = createCompanyTurns({ now: () => time, nextRound: (work) => rounds.push(work) })
  const begun: string[] = []
  const take = (company: string, name: string, weight = 1) => {
    const turn = turns.take(company, weight)
    if (turn) void turn.then(() => begun.push(name))
    else begun.push(name)
  }
  const round = async () => {
    rounds.shift()?.()
    await new Promise(setImmediate)
    return begun.splice(0)
  }
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return { turns, take, begun, round, rounds, pass }
}

it('lets a company that is alone go on at once', () => {
  const { take, begun, rounds } = scene()
  for (let n = 0; n < 3; n += 1) take('B', `b${n}`)
  expect(begun).toEqual(['b0', 'b1', 'b2'])
  expect(rounds).toEqual([])
})

it('begins one thing a round of the company that used more, and more of the one that used less', async () => {
  const { take, begun, round } = scene()
  for (let n = 0; n < 50; n += 1) take('B', 'before')
  begun.length = 0
  take('A', 'a0')
  for (let n = 1; n < 6; n += 1) take('A', `a${n}`)
  for (let n = 0; n < 4; n += 1) take('B', `b${n}`)
  expect(begun, 'nobody goes on at once now').toEqual([])
  expect(await round()).toEqual(['a0', 'a1', 'a2', 'a3', 'b0'])
  expect(await round()).toEqual(['a4', 'a5', 'b1'])
  expect([await round(), await round(), await round()], 'each in its order, none lost').toEqual([['b2', 'b3'], [], []])
})

it('forgets a company that does nothing any more, and who waited is not left behind', async () => {
  const { turns, take, begun, round, pass } = scene()
  take('A', 'a0')
  take('B', 'b0', 100)
  take('B', 'b1', 100)
  expect(begun.splice(0)).toEqual(['a0'])
  expect([turns.isOverShare('B'), turns.isOverShare('A'), turns.isOverShare('nobody')]).toEqual([true, false, false])
  pass(5_000)
  expect(turns.isOverShare('B'), 'alone by now').toBe(false)
  take('B', 'b2')
  expect(begun, 'behind those that wait').toEqual([])
  expect([...(await round()), ...(await round()), ...(await round())]).toEqual(['b0', 'b1', 'b2'])
  take('B', 'b3')
  expect(begun).toEqual(['b3'])
})
