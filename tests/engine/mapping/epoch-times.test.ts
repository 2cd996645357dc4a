import { describe, expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { made, mapped, of, type Rule } from '../kit/mapped.ts'

const day = (unit?: 'seconds' | 'milliseconds'): Rule => ({
  type: 'dateFormat',
  ...of,
  from: '',
  to: "yyyy-MM-dd'T'HH:mm:ss.SSS",
  ...(unit ? { unit } : {}),
})
const plain: MappingEdge = { id: '1', source: '', target: 'w', sourcePath: 'v', targetPath: 'w', targetDataType: 'date' }
const toDate = (value: string) => mapped([plain], `{"v":${value}}`).slice(5, -1)

describe('numbers as times', () => {
  it.each([
    ['1710000000', '2024-03-09T16:00:00.000'],
    ['"1710000000"', '2024-03-09T16:00:00.000'],
    ['1710000000.25', '2024-03-09T16:00:00.250'],
    ['"1710000000.123456"', '2024-03-09T16:00:00.123'],
    ['1710000000000', '2024-03-09T16:00:00.000'],
    ['"1710000000000"', '2024-03-09T16:00:00.000'],
    ['1710000000000000', '2024-03-09T16:00:00.000'],
    ['-1710000000000', '1915-10-25T08:00:00.000'],
  ])('%s is %s', (value, wanted) => {
    expect(made(day(), value)).toBe(`"${wanted}"`)
    expect(toDate(value).slice(0, 20)).toBe(`"${wanted}`.slice(0, 20))
  })

  it('keep the digits behind the milliseconds', () => {
    expect(toDate('"1710000000.123456"')).toBe('"2024-03-09T16:00:00.123456Z"')
    expect(toDate('1710000000123456')).toBe('"2024-03-09T16:00:00.123456Z"')
  })

  it.each([
    '0',
    '1',
    '86400000',
    '"86400000"',
    '20240309',
    '"20240309"',
    '"202403091600"',
    '20240309160000',
    '-1000000000',
    '20000000000',
  ])('%s is refused, because its unit is not clear', (value) => {
    expect(() => made(day(), value)).toThrow('needs a date with a clear unit')
    expect(() => toDate(value)).toThrow('must be a date with a clear unit')
  })

  it('are read in the unit that was chosen', () => {
    expect(made(day('seconds'), '86400')).toBe('"1970-01-02T00:00:00.000"')
    expect(made(day('seconds'), '"-86400"')).toBe('"1969-12-31T00:00:00.000"')
    expect(made(day('milliseconds'), '86400000')).toBe('"1970-01-02T00:00:00.000"')
    expect(made(day('milliseconds'), '0')).toBe('"1970-01-01T00:00:00.000"')
    expect(made(day('seconds'), '"2024-03-09T16:00:00Z"')).toBe('"2024-03-09T16:00:00.000"')
    expect(() => made(day('seconds'), '1710000000000000')).toThrow('needs an ISO 8601 date')
  })
})
