/** A number that stands at the right of its column does not touch the text after it. */
import { expect, it } from 'vitest'

import { isApart, tracksOf } from '#src/views/kit/layout/table-frame.ts'

it('widens a column of numbers by its distance to the text after it', () => {
  const columns = [
    { width: '6rem' },
    { width: 'minmax(4rem, 1fr)', isNumeric: true },
    { width: '5rem', isNumeric: true },
    { width: '1fr' },
    { width: '4rem', isNumeric: true },
  ]
  expect(columns.map((_, at) => isApart(columns, at))).toEqual([false, false, true, false, false])
  expect(tracksOf(columns)).toBe('6rem minmax(4rem, 1fr) calc(5rem + 20px) 1fr 4rem')
  expect(tracksOf([{ width: 'minmax(4rem, 1fr)', isNumeric: true }, { width: '4rem' }])).toBe(
    'minmax(calc(4rem + 20px), 1fr) 4rem',
  )
})
