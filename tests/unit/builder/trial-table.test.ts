import { expect, test } from 'vitest'

import { asCsv } from '#src/services/kit/table-file.service.ts'
import { tableOfTrial } from '#src/views/builder/review/trial-table.ts'

const long = 'x'.repeat(100)
const output = { id: 1, a: { b: long }, c: [1], d: null, e: 5, f: 6 }

test('the file of a dry run has every field whole, also of records that failed', () => {
  const failed = { status: 422, code: 'mapping/failed', message: 'The number does not fit.' } as never
  expect(
    tableOfTrial([
      { key: '1', record: {}, outcome: 'mapped', output, problem: null },
      { key: '2', record: {}, outcome: 'failed', problem: failed },
    ]),
  ).toEqual([
    ['Record', 'id', 'a.b', 'c', 'd', 'e', 'f', 'Result'],
    ['1', 1, long, '[1]', '', 5, 6, expect.any(String)],
    ['2', '', '', '', '', '', '', 'The number does not fit.'],
  ])
})

test('a negative amount stays a number in the file, and a text that begins as a formula is none', () => {
  const output = { amount: -12.5, note: '=1+1' }
  const rows = tableOfTrial([{ key: '1', record: {}, outcome: 'mapped', output, problem: null }])
  expect(asCsv(rows.slice(1))).toMatch(/^"1",-12\.5,"'=1\+1",/)
})
