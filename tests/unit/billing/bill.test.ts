/** Amounts are whole minor units, and the lines of a bill add up whatever was used. */
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { billOf, share, totalOf, withTax } from '#contract/billing/bill.ts'
import { minorOf } from '#contract/kit/money/minor-units.ts'
import { bookOf, entryOf } from '#src/machines/billing/price-book-entry.ts'

const price = { base: 9_900, included: 100, perThousand: 20, connectors: null, members: 5, records: null }
const book = {
  currency: 'USD',
  plans: { Basic: { ...price, base: 0 }, Professional: price, Enterprise: { ...price, base: 49_900 } },
} as const

it('divides the base price by days and uses the included records up in order', () => {
  const lines = billOf(book, {
    daysInMonth: 30,
    plans: [
      { plan: 'Basic', days: 10 },
      { plan: 'Professional', days: 20 },
    ],
    usage: [
      { connectorId: 'a', name: 'A', records: 60 },
      { connectorId: 'b', name: 'B', records: 1_065 },
      { connectorId: 'a', name: 'A', records: 500, day: '2026-09-30' },
    ],
  })
  expect(lines.map(({ type, included, quantity, amount }) => [type, included, quantity, amount])).toEqual([
    ['plan', 0, 10, 0],
    ['plan', 0, 20, 6_600],
    ['records', 60, 0, 0],
    ['records', 40, 1_025, 21],
    ['late', 0, 500, 10],
  ])
  expect(totalOf(lines)).toBe(6_631)
})

it('charges many connectors what all their records cost, to the cent', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3_000), { minLength: 1, maxLength: 40 }), fc.nat(999), (records, perThousand) => {
      const plans = { ...book.plans, Basic: { ...price, base: 0, perThousand } }
      const usage = records.map((count, index) => ({ connectorId: String(index), name: String(index), records: count }))
      const lines = billOf({ plans }, { daysInMonth: 30, plans: [{ plan: 'Basic', days: 30 }], usage })
      const beyond = Math.max(0, records.reduce((sum, count) => sum + count, 0) - price.included)
      const exact = lines.every(
        ({ amount, quantity }) => Math.abs(amount - (quantity * perThousand) / 1_000) < 1 || quantity === 30,
      )
      return totalOf(lines) === share(perThousand, beyond, 1_000) && exact
    }),
  )
})

it('adds the tax to the lines, rounded once', () => {
  const lines = billOf(book, {
    daysInMonth: 30,
    plans: [{ plan: 'Professional', days: 30 }],
    usage: [{ connectorId: 'a', name: 'A', records: 3_600 }],
  })
  expect(withTax(lines, { name: '', rate: 0 })).toBe(lines)
  const taxed = withTax(lines, { name: 'VAT', rate: 770 })
  expect(taxed.at(-1)).toMatchObject({ type: 'tax', description: 'VAT, 7.7 %', amount: 768 })
  expect([totalOf(lines), totalOf(taxed)]).toEqual([9_970, 10_738])
  expect(withTax(lines, { name: 'Reverse charge', rate: 0 }).at(-1)).toMatchObject({ description: 'Reverse charge', amount: 0 })
})

it('rounds halves up, exactly', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(1_000_000_000), fc.integer({ min: 1_000, max: 2_000 }), (amount, part, whole) => {
      const twice = 2n * BigInt(share(amount, part, whole)) * BigInt(whole)
      const exact = 2n * BigInt(amount) * BigInt(part)
      return exact - BigInt(whole) < twice && twice <= exact + BigInt(whole)
    }),
  )
})

it('reads prices as they are written, and sends what it opened with', () => {
  expect(['99', '99.5', '99.05', '0', '1,5', '-1', '9.999', ''].map(minorOf)).toEqual([
    9_900,
    9_950,
    9_905,
    0,
    null,
    null,
    null,
    null,
  ])
  expect(bookOf(entryOf(book))).toEqual(book)
  expect(bookOf({ ...entryOf(book), 'Basic/members': '0' })).toBeNull()
})
