/** What a month comes to until now, as its invoice will say it. */
import type { Kysely } from 'kysely'

import {
  type BillLine,
  billOf,
  type ConnectorUsage,
  type PlanDays,
  share,
  type Tax,
  totalOf,
  withTax,
} from '#contract/billing/bill.ts'
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

/** What the bill of a month is made of, besides prices. */
export type MonthSoFar = {
  readonly month: Month
  readonly plans: readonly PlanDays[]
  readonly measured: readonly MeasuredConnector[]
  readonly charged: readonly ConnectorUsage[]
  readonly late: readonly ConnectorUsage[]
  readonly tax: Tax
}

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
export const recordsOf = (usage: readonly { readonly records: number }[]) => usage.reduce((sum, { records }) => sum + records, 0)

/** The tax on the invoice of a month: it is opened when the grace is over. */
export const taxOfMonth = async (db: Db, companyId: string, { to }: Month) =>
  taxFor(db, companyId, await findPayer(db, companyId), dayText(laterByDays(to, graceDays)))

/** What was used of the month of an instant until now. */
export async function monthSoFar(db: Db, companyId: string, book: PriceBook, now: Date): Promise<MonthSoFar> {
  const month = monthAt(now)
  const measured = await measureConnectors(db, { companyId, from: month.from, to: month.to })
  return {
    ...{ month, measured, charged: chargedOf(measured) },
    plans: await planDays(db, book, { companyId, from: month.from, to: month.to }),
    late: chargedOf(await lateUsage(db, { companyId, from: month.from })),
    tax: await taxOfMonth(db, companyId, month),
  }
}

/** The lines of the bill of a month with the plans and the usage that are given: the one way in which a bill is computed before its invoice. */
export const linesOf = (
  book: PriceBook,
  { month, plans, charged, late, tax }: Pick<MonthSoFar, 'month' | 'plans' | 'charged' | 'late' | 'tax'>,
): readonly BillLine[] =>
  withTax(billOf(book, { daysInMonth: month.days, plans, usage: inBillOrder([...charged, ...late]) }), tax)

/** Days of the month on which the company has a plan: fewer where it signed up in it. */
export const coveredDays = ({ plans }: Pick<MonthSoFar, 'plans'>) => plans.reduce((sum, { days }) => sum + days, 0)

/** The bill of a month as it would be with the same plan on its further days. */
export async function billSoFar(db: Db, companyId: string, book: PriceBook, now: Date): Promise<BillSoFar> {
  const used = await monthSoFar(db, companyId, book, now)
  const { month, measured, charged } = used
  const lines = linesOf(book, used)
  const covered = coveredDays(used)
  // Whole days since the month began, or since the company signed up.
  const passed = daysBetween(month.from, midnightOf(now)) - (month.days - covered)
  let forecast: PlanState['bill']['forecast'] = null
  if (passed >= forecastDays) {
    // Whole days only: the one that goes on would make the rate too low.
    const whole = await measureConnectors(db, { companyId, from: month.from, to: midnightOf(now) })
    const likely = chargedOf(whole).map((it) => ({ ...it, records: share(it.records, covered, passed) }))
    const total = Math.max(totalOf(linesOf(book, { ...used, charged: likely })), totalOf(lines))
    forecast = { total, records: Math.max(recordsOf(likely), recordsOf(charged)), days: passed }
  }
  const uncharged = measured.reduce((total, it) => total + it.uncharged, 0)
  return { month, lines, forecast, uncharged, records: recordsOf(charged) }
}
