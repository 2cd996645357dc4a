/** What this month would have cost with each plan. Every figure is the bill of {@link linesOf}; nothing is computed a second way. */
import type { Kysely } from 'kysely'

import { billOf, totalOf } from '#contract/billing/bill.ts'
import { planLimits } from '#contract/billing/plan.ts'
import type { ComparedPlan, PlanComparison } from '#contract/billing/plan-comparison.ts'
import { type PlanName, type PriceBook, planNames } from '#contract/billing/price-book.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { countConnectors, countSchedules } from '../../records/runs/quotas.repository.ts'
import { coveredDays, linesOf, type MonthSoFar, monthSoFar, recordsOf } from './bill-so-far.ts'
import { maximaOf, type PlanMaxima, type QuotaSettings } from './limits.ts'
import { findCompanyPlan } from './plans.repository.ts'
import { agreedBook } from './prices.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'> }

const noConnector = '00000000-0000-0000-0000-000000000000'
/** More records a month are not looked at. */
const recordsMax = 1_000_000_000

/** The bill of a whole month with so many records of one connector, without tax. */
const monthOf = (book: PriceBook, plan: PlanName, records: number, days: number) =>
  totalOf(billOf(book, { daysInMonth: days, plans: [{ plan, days }], usage: [{ connectorId: noConnector, name: '', records }] }))

/**
 * Records a month from which on a plan with a higher base price costs less than another one: its price of a record must be lower, so that the
 * difference only shrinks. Null where it never does within what both plans deliver.
 */
export function cheaperFrom(
  book: PriceBook,
  {
    than,
    plan,
    most,
    days,
  }: { readonly than: PlanName; readonly plan: PlanName; readonly most: number | null; readonly days: number },
): number | null {
  const [one, other] = [book.plans[than], book.plans[plan]]
  if (other.base <= one.base || other.perThousand >= one.perThousand) return null
  const isCheaper = (records: number) => monthOf(book, plan, records, days) < monthOf(book, than, records, days)
  let [low, high] = [0, Math.min(most ?? recordsMax, recordsMax)]
  if (!isCheaper(high)) return null
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isCheaper(middle)) high = middle
    else low = middle + 1
  }
  return low
}

const lesser = (one: number | null, other: number | null) => (one === null ? other : other === null ? one : Math.min(one, other))

type Used = Readonly<Record<(typeof planLimits)[number], number>>

function exceededOf(used: Used, max: PlanMaxima): ComparedPlan['exceeded'] {
  return planLimits.flatMap((limit) => {
    const most = max[limit]
    return most === null || used[limit] <= most ? [] : [{ limit, used: used[limit], max: most }]
  })
}

/** The bill until now with one plan on every day on which the company had any. */
const totalWith = (book: PriceBook, used: MonthSoFar, plan: PlanName) =>
  totalOf(linesOf(book, { ...used, plans: [{ plan, days: coveredDays(used) }] }))

/** @param at in the month that is looked at; without it now. */
export async function comparePlans({ db, quotas }: Deps, companyId: string, at?: Date): Promise<PlanComparison> {
  const [company, book] = [await findCompanyPlan(db, companyId), await agreedBook(db, companyId)]
  const used = await monthSoFar(db, companyId, book, at ?? company.now)
  const records = recordsOf(used.charged)
  const counts: Used = {
    connectors: await countConnectors(db, companyId),
    schedules: await countSchedules(db, companyId, noConnector),
    ...{ members: company.members, records },
  }
  const own = company.plan
  const maxima = (plan: PlanName) => maximaOf({ plan, isOperator: company.isOperator, own: company.own }, book, quotas)
  const plans = planNames.map((plan) => {
    const max = maxima(plan)
    return { plan, max, total: totalWith(book, used, plan), exceeded: exceededOf(counts, max) }
  })
  const [cheapest] = plans
    .filter(({ exceeded }) => exceeded.length === 0)
    .toSorted((a, b) => a.total - b.total || Number(b.plan === own) - Number(a.plan === own))
  return {
    ...{ plan: own, currency: book.currency, hasChanged: used.plans.length > 1 },
    plans: plans.map((it) => {
      const most = lesser(it.max.records, maxima(own).records)
      const from = it.plan === own ? null : cheaperFrom(book, { than: own, plan: it.plan, most, days: used.month.days })
      return { ...it, isCheapest: it.plan === cheapest?.plan, cheaperFrom: from !== null && from > records ? from : null }
    }),
  }
}
