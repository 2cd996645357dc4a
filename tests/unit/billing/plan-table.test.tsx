// @vitest-environment happy-dom
/** The plans side by side: why no limit applies to the operator. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PlanTable } from '#src/views/billing/plan/PlanTable.tsx'
import { shortMoney } from '#src/views/kit/format/money.ts'

const none = { connectors: null, schedules: null, members: null, records: null }
const compared = { max: none, total: 0, exceeded: [], isCheapest: false, cheaperFrom: null }
const comparison = { plan: 'Basic', currency: 'USD', hasChanged: false, plans: [{ ...compared, plan: 'Basic' }] } as const
const price = { base: 0, perThousand: 0, included: 0, ...none }
const book = { currency: 'USD', plans: { Basic: price, Professional: price, Enterprise: price } } as const

it.each([true, false])('says why there is no limit: operator %s', (isOperator) => {
  render(<PlanTable comparison={{ ...comparison, plans: [...comparison.plans] }} book={book} isOperator={isOperator} />)
  expect(screen.getAllByText('No limit')).toHaveLength(3)
  expect(screen.queryAllByText(/so no plan limits apply/)).toHaveLength(isOperator ? 1 : 0)
})

it('writes amounts at an axis short enough for its room', () => {
  expect([0, 5_000, 19_900, 128_400, 1_000_000].map((minor) => shortMoney(minor, 'USD'))).toEqual([
    '$0',
    '$50',
    '$199',
    '$1.3k',
    '$10k',
  ])
})
