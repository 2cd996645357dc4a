/** What a month comes to until now, as its invoice will say it. */
import type { Kysely } from 'kysely'

import { type BillLine, billOf, type ConnectorUsage, share, totalOf, withTax } from '#contract/billing/bill.ts'
import { forecastDays, graceDays, type PlanState } from '#contract/billing/plan.ts'
import type { PriceBook } from '#contract/billing/price-book.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { findPayer } from './invoices/payer.repository.ts'
import { taxFor } from './invoices/tax-rules.repository.ts'
import { lateUsage, type MeasuredConnector, measureConnectors } from './metering.repository.ts'
import { daysBetween, dayText, laterByDays, type Month, midnightOf, monthAt } from './months.ts'
import { planDays } from './plans.repository.ts'
import { inBillOrder } from './usage-order.ts'

type Db = Kysely<Tables>

export type BillSoFar = {
  readonly month: Month
  readonly lines: readonly BillLine[]
  readonly forecast: PlanState['bill']['forecast']
  readonly uncharged: number
  /** Of this month, without what settled late of earlier ones. */
  readonly records: number
}

const chargedOf = (usage: readonly (MeasuredConnector & { readonly day?: string })[]): ConnectorUsage[] =>
  usage.map(({ connectorId, name, delivered, uncharged, day }) => ({ connectorId, name, records: delivered - uncharged, day }))
const sum = (of: readonly { readonly records: number }[]) => of.reduce((total, { records }) => total + records, 0)

/** The tax on the invoice of a month: it is opened when the grace is over. */
export const taxOfMonth = async (db: Db, companyId: string, { to }: Month) =>
  taxFor(db, companyId, await findPayer(db, companyId), dayText(laterByDays(to, graceDays)))

/** The bill of a month as it would be with the same plan on its further days. */
export async function billSoFar(db: Db, companyId: string, book: PriceBook, now: Date): Promise<BillSoFar> {
  const month = monthAt(now)
  const plans = await planDays(db, book, { companyId, from: month.from, to: month.to })
  const usage = await measureConnectors(db, { companyId, from: month.from, to: month.to })
  const late = chargedOf(await lateUsage(db, { companyId, from: month.from }))
  const charged = chargedOf(usage)
  const tax = await taxOfMonth(db, companyId, month)
  const bill = (of: readonly ConnectorUsage[]) =>
    withTax(billOf(book, { daysInMonth: month.days, plans, usage: inBillOrder([...of, ...late]) }), tax)
  const lines = bill(charged)
  const covered = plans.reduce((total, { days }) => total + days, 0)
  // Whole days since the month began, or since the company signed up.
  const passed = daysBetween(month.from, midnightOf(now)) - (month.days - covered)
  let forecast: PlanState['bill']['forecast'] = null
  if (passed >= forecastDays) {
    // Whole days only: the one that goes on would make the rate too low.
    const whole = await measureConnectors(db, { companyId, from: month.from, to: midnightOf(now) })
    const likely = chargedOf(whole).map((it) => ({ ...it, records: share(it.records, covered, passed) }))
    const total = Math.max(totalOf(bill(likely)), totalOf(lines))
    forecast = { total, records: Math.max(sum(likely), sum(charged)), days: passed }
  }
  const uncharged = usage.reduce((total, it) => total + it.uncharged, 0)
  return { month, lines, forecast, uncharged, records: sum(charged) }
}
