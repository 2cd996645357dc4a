import { parse } from 'csv-parse/sync'
import { array, assert, constantFrom, double, oneof, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { asCsv, type TableCell } from '#src/services/kit/table-file.service.ts'

/** What spreadsheets take for the begin of a formula, in every width. */
const triggers = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']
const attacks = [
  '=1+1',
  '@SUM(A1)',
  '+cmd|x',
  '-2+3',
  '\tx',
  '\r=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\u200b=1',
  '\ufeff=1',
  '\0=1',
  ...['\u0001', '\u0007', '\u00ad', '\u034f', '\u061c', '\u180e', '\u200e', '\u202e', '\u2066'].map((unseen) => `${unseen}=1`),
]
const nasty = constantFrom(...attacks, '"', 'a"b', 'a,b', 'a;=1', 'a\r\nb', "'=1", '')
const cell = oneof(nasty, string({ unit: 'binary' }), double({ noNaN: true, noDefaultInfinity: true }))

const read = (text: string): string[][] => parse(text, { record_delimiter: '\r\n', relax_column_count: true })
const isNumber = (value: TableCell) => typeof value === 'number'

describe('a table as a file', () => {
  it('is read back as it was, and no cell but a number begins like a formula', () => {
    assert(
      property(array(tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const back = read(asCsv(rows))
        expect(back).toHaveLength(rows.length)
        for (const [at, row] of rows.entries()) {
          for (const [place, given] of row.entries()) {
            const found = back[at]?.[place] ?? ''
            if (isNumber(given)) expect(Number(found) + 0).toBe(Number(given) + 0)
            else {
              expect(found === given || found === `'${given}`).toBe(true)
              expect(triggers.some((trigger) => found.startsWith(trigger))).toBe(false)
            }
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(attacks)('takes the teeth out of %j', (attack) => {
    expect(read(asCsv([[attack]]))).toEqual([[`'${attack}`]])
  })

  it('leaves numbers numbers, and what was not measured empty', () => {
    expect(asCsv([[-5, 1.5, null, Number.NaN, 'ok']])).toBe('-5,1.5,,,"ok"\r\n')
  })
})
