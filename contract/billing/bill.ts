/** The lines of a bill, made of prices and measured usage. Pure and in whole minor units, so that an invoice and its forecast never differ by a rounding. */
import Type, { type Static } from 'typebox'

import { Count, Id, oneOf, orNull } from '../kit/schemas.ts'
import type { PlanName, PlanPrice, PriceBook } from './price-book.ts'

/** A day of the calendar by UTC: "2026-11-25". */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

export const BillLine = Type.Object({
  /** `plan`: its base price; `records`: of one connector; `late`: of a day whose month was billed before; `tax`: on all the others. */
  type: oneOf('plan', 'records', 'late', 'credit', 'tax'),
  description: Type.String(),
  connectorId: orNull(Id),
  /** Of late records. */
  day: orNull(Day),
  /** Delivered records that are charged, the included ones among them; 0 of a line that is about no records. */
  records: Count,
  included: Count,
  /** Days of a plan; records beyond the included ones. */
  quantity: Count,
  /** Minor units: of the whole month of a plan, of 1,000 records. */
  price: Type.Integer(),
  amount: Type.Integer(),
})
export type BillLine = Static<typeof BillLine>

/** How many days of the month a company had a plan. In the order in which it had them. */
export type PlanDays = { readonly plan: PlanName; readonly days: number }
export type ConnectorUsage = {
  readonly connectorId: string
  readonly name: string
  readonly records: number
  /** Only of records whose month was billed before. */
  readonly day?: string | undefined
}

type Measured = { readonly daysInMonth: number; readonly plans: readonly PlanDays[]; readonly usage: readonly ConnectorUsage[] }

/** Halves are rounded up. Exact for whatever fits into a double. */
export function share(amount: number, part: number, whole: number): number {
  const [a, p, w] = [BigInt(amount), BigInt(part), BigInt(whole)]
  return Number((2n * a * p + w) / (2n * w))
}

const none: PlanPrice = { base: 0, included: 0, perThousand: 0, connectors: null, members: null, records: null }

/**
 * Parts of the price of all of them, so that these add up to it: each is rounded down, and what is left goes to those of which most was cut off, the
 * first ones first.
 */
function sharesOf(perThousand: number, quantities: readonly number[]): number[] {
  const exact = quantities.map((quantity) => BigInt(perThousand) * BigInt(quantity))
  const amounts = exact.map((it) => Number(it / 1_000n))
  const cutOff = exact.map((it, index) => ({ index, rest: Number(it % 1_000n) })).toSorted((a, b) => b.rest - a.rest)
  const whole = share(
    perThousand,
    quantities.reduce((sum, it) => sum + it, 0),
    1_000,
  )
  const left = whole - amounts.reduce((sum, it) => sum + it, 0)
  for (const { index } of cutOff.slice(0, left)) amounts[index] = (amounts[index] ?? 0) + 1
  return amounts
}

/**
 * The included records are used up in the order of the lines. The price of a record is that of the plan at the end of the month, and the amounts of
 * all connectors add up to the price of all their records.
 */
export function billOf(book: Pick<PriceBook, 'plans'>, { daysInMonth, plans, usage }: Measured): readonly BillLine[] {
  const last = plans.at(-1)
  const { perThousand } = last === undefined ? none : book.plans[last.plan]
  let left = plans.reduce((sum, { plan, days }) => sum + share(book.plans[plan].included, days, daysInMonth), 0)
  const ofPlans = plans.map(({ plan, days }): BillLine => {
    const { base } = book.plans[plan]
    const part = days === daysInMonth ? '' : `, ${days} of ${daysInMonth} days`
    return {
      ...{ type: 'plan', description: `${plan} plan${part}`, connectorId: null, day: null, records: 0, included: 0 },
      ...{ quantity: days, price: base, amount: share(base, days, daysInMonth) },
    }
  })
  const ofRecords = usage
    .filter(({ records }) => records > 0)
    .map(({ connectorId, name, records, day }): BillLine => {
      const included = Math.min(left, records)
      left -= included
      const quantity = records - included
      return {
        ...{ type: day === undefined ? 'records' : 'late', connectorId, day: day ?? null, records, included, quantity },
        description: day === undefined ? `Delivered records: ${name}` : `Delivered records: ${name}, late of ${day}`,
        ...{ price: perThousand, amount: 0 },
      }
    })
  const amounts = sharesOf(
    perThousand,
    ofRecords.map(({ quantity }) => quantity),
  )
  return [...ofPlans, ...ofRecords.map((line, index) => ({ ...line, amount: amounts[index] ?? 0 }))]
}

/** As the operator sets it for a company. A name with a rate of 0 stands on invoices too, as "Reverse charge". */
export type Tax = { readonly name: string /** Hundredths of a per cent. */; readonly rate: number }

/** The lines with the tax on them; without a name there is none. */
export function withTax(lines: readonly BillLine[], { name, rate }: Tax): readonly BillLine[] {
  if (name === '') return lines
  const description = rate === 0 ? name : `${name}, ${rate / 100} %`
  const none = { connectorId: null, day: null, records: 0, included: 0, quantity: 0, price: 0 }
  return [...lines, { ...none, type: 'tax', description, amount: share(totalOf(lines), rate, 10_000) }]
}

export const totalOf = (lines: readonly BillLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
