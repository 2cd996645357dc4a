// @vitest-environment happy-dom
/** A version of the price book says once, and not beside each plan, how many companies use it. */
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { PriceBooks } from '#src/views/billing/prices/PriceBooks.tsx'

beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(800)
})
afterEach(() => vi.restoreAllMocks())

const price = { base: 0, perThousand: 0, included: 0, connectors: null, members: null, records: null }
const plans = { Basic: price, Professional: price, Enterprise: price }
const book = { currency: 'USD', plans, createdBy: null, createdAt: '2026-03-01T10:00:00.000Z' } as const

it('counts the companies of a version once', () => {
  render(<PriceBooks books={[2, 1].map((version) => ({ ...book, version, companies: version }))} />)
  expect(screen.getAllByText('2 companies use this version')).toHaveLength(1)
  expect(screen.getAllByText('1 company uses this version')).toHaveLength(1)
})
