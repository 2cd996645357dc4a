/** What is read of a bill: no line that costs nothing, and amounts that add up to it. */
import { expect, it } from 'vitest'

import { type BillLine, billOf, totalOf, withTax } from '#contract/billing/bill.ts'
import { billRows } from '#src/views/billing/plan/bill-rows.ts'

const limits = { connectors: null, members: null, records: null }
const plans = {
  Basic: { base: 0, included: 10_000, perThousand: 0, ...limits },
  Professional: { base: 49_900, included: 100_000, perThousand: 60, ...limits },
  Enterprise: { base: 120_000, included: 1_000_000, perThousand: 30, ...limits },
}
const usage = (records: number, day?: string) => ({ connectorId: `${records}`, name: `C ${records}`, records, day })
const bill = (plan: keyof typeof plans, of: ReturnType<typeof usage>[]) =>
  billOf({ plans }, { daysInMonth: 30, plans: [{ plan, days: 30 }], usage: of })
const sum = (lines: readonly BillLine[]) => billRows(lines).reduce((total, row) => total + ('amount' in row ? row.amount : 0), 0)

it('puts the records of all connectors together, and says what is included', () => {
  const lines = bill('Professional', [usage(1_000_000), usage(352_000), usage(0), usage(2_000, '2026-10-30')])
  expect(billRows(lines)).toEqual([
    { kind: 'priced', description: 'Professional plan', amount: 49_900 },
    { kind: 'records', records: 1_352_000, included: 100_000 },
    { kind: 'further', records: 1_252_000, price: 60, amount: 75_120 },
    { kind: 'late', records: 2_000, price: 60, amount: 120 },
  ])
  expect(sum(withTax(lines, { name: 'VAT', rate: 1_900 }))).toBe(totalOf(withTax(lines, { name: 'VAT', rate: 1_900 })))
})

it('leaves out lines of zero', () => {
  expect(billRows(bill('Basic', [usage(0), usage(8_120)]))).toEqual([{ kind: 'records', records: 8_120, included: 8_120 }])
  expect(billRows(withTax(bill('Basic', []), { name: 'Reverse charge', rate: 0 }))).toEqual([])
})
