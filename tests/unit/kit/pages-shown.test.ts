import { expect, it } from 'vitest'

import { pagesShown } from '#src/views/kit/controls/NumberedPager.tsx'

it.each([
  [1, 1, '1'],
  [3, 5, '1 2 3 4 5'],
  [1, 6, '1 2 … 6'],
  [2, 6, '1 2 3 … 6'],
  [4, 9, '1 … 3 4 5 … 9'],
  [9, 9, '1 … 8 9'],
])('page %i of %i is named among %s', (current, last, words) => {
  expect(
    pagesShown(current, last)
      .map((page) => page ?? '…')
      .join(' '),
  ).toBe(words)
})
