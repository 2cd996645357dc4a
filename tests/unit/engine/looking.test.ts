/** What is looked at in an answer is bounded, however much is in it (finding T8). */
import { expect, it } from 'vitest'
import { listsIn, previewOf } from '#server/engine/kit/looking.ts'
import { fieldsOf } from '#server/engine/preview/probing/fields.ts'

/** An object that counts how many of its members are read. */
function counted(members: number): { readonly value: object; readonly reads: () => number } {
  let reads = 0
  const target = Object.fromEntries(Array.from({ length: members }, (_, at) => [`name${at}`, at]))
  const value = new Proxy(target, {
    get: (of, name, receiver) => {
      reads += 1
      return Reflect.get(of, name, receiver)
    },
  })
  return { value, reads: () => reads }
}

it('no more members of an object are read than fields are told', () => {
  const record = counted(20_000)
  expect(fieldsOf([record.value])).toHaveLength(500)
  expect(record.reads()).toBeLessThanOrEqual(500)
  const answer = counted(20_000)
  expect(listsIn(answer.value)).toEqual([])
  expect(answer.reads()).toBeLessThanOrEqual(500)
})

it('a number that a double cannot hold is as long as its digits', () => {
  const long = { id: JSON.rawJSON('1'.repeat(65_600)) }
  const exact = { id: JSON.rawJSON('12345678901234567890'), in: [JSON.rawJSON('0.12345678901234567890')] }
  expect(previewOf([long, exact])).toEqual({ count: 2, items: [exact] })
  expect(listsIn({ items: [exact, long], ids: [JSON.rawJSON('9007199254740993')] })).toEqual([
    { path: 'items', count: 2, items: [exact] },
    { path: 'ids', count: 1, items: [JSON.rawJSON('9007199254740993')] },
  ])
})

it('a record that is too long to be shown is read up to what could be shown, and left out', () => {
  const record = counted(20_000)
  expect(previewOf([record.value, { id: 1 }])).toEqual({ count: 2, items: [{ id: 1 }] })
  expect(record.reads()).toBeLessThan(10_000)
})

it('the fields of records are what mapping can name: numbers of any length, also in lists, and no member without a name', () => {
  const records = [
    { '': { id: 1 }, ids: [JSON.rawJSON('9007199254740993'), { of: 1 }] },
    { ids: [], id: 2.5 },
  ]
  expect(fieldsOf(records)).toEqual([
    { path: 'ids', types: ['array'], isAlways: true },
    { path: 'ids[*]', types: ['integer'], isAlways: false },
    { path: 'ids[*].of', types: ['integer'], isAlways: false },
    { path: 'id', types: ['number'], isAlways: false },
  ])
})
