/** Arrays of PostgreSQL: as the driver reads them where they are sound, and a fault of that value where they are not. */
import { array, assert, constantFrom, property, string } from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'

import { ValueFault } from '#server/engine/kinds/database/driver.ts'
import { arrayOf } from '#server/engine/kinds/database/postgresql/postgresql-arrays.ts'

const asItIs = (text: string) => text
const theirs = (
  pg.types as unknown as { arrayParser: { create: (text: string, read: (text: string) => unknown) => { parse: () => unknown } } }
).arrayParser
const written = (values: readonly (string | null)[]): string =>
  `{${values.map((it) => (it === null ? 'NULL' : `"${it.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

it.each([
  ['{}', []],
  ['{1,NULL,"NULL","a \\"b\\" \\\\"}', ['1', null, 'NULL', 'a "b" \\']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
  ['[1:1][-2:-1]={{a,b}}', [['a', 'b']]],
  ['{"",x y}', ['', 'x y']],
])('reads %j', (text, values) => {
  expect(arrayOf(text, asItIs)).toEqual(values)
  expect(theirs.create(text, asItIs).parse()).toEqual(values)
})

it('reads back what was written, whatever stands in it', () => {
  assert(
    property(array(array(string(), { minLength: 1 }), { minLength: 1 }), (rows) => {
      expect(arrayOf(`{${rows.map(written).join(',')}}`, asItIs)).toEqual(rows)
    }),
  )
})

it('ends at every other text as a fault of the value', () => {
  assert(
    property(array(constantFrom('{', '}', ',', '"', '\\', 'a', '[1:2]=', 'NULL')), (signs) => {
      try {
        expect(arrayOf(signs.join(''), asItIs)).toBeInstanceOf(Array)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ValueFault)
      }
    }),
    { numRuns: 5_000 },
  )
  // The driver's reader calls itself for each of them.
  for (const text of ['{'.repeat(1_000_000), `{${'"'.repeat(999_999)}`, '[1:2]'.repeat(200_000), '1', ''])
    expect(() => arrayOf(text, asItIs), text.slice(0, 9)).toThrow(ValueFault)
})
