/** A record with very many different names is found in the thread that takes a long answer apart, and never comes to the main thread (finding T8). */
import { expect, it } from 'vitest'

import { cutUp } from '../../server/engine/splitting/cutting.ts'

const cut = (text: string) => cutUp(Buffer.from(text), { list: { at: 'detected' }, facts: [] })
const named = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at}":0`).join(',')}}`

it('a record with more than 50,000 different names is refused', () => {
  expect(() => cut(`[{"id":1},{"deep":[${named(50_001)}]}]`)).toThrow('A record of it has more than 50000 different field names.')
  expect(cut(`[{"id":1},${named(50_000)}]`)).toMatchObject({ count: 2 })
})

it('a record that has the same names hundreds of thousands of times is taken', () => {
  const line = '{"sku":"a","quantity":1,"price":2}'
  expect(cut(`[{"lines":[${Array.from({ length: 100_000 }, () => line).join(',')}]}]`)).toMatchObject({ count: 1 })
})
