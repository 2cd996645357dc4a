/** The plan of a company: what it holds, what this month costs until now, and what another one would cost. */
import type { Kysely } from 'kysely'

import { type BillLine, billOf, type PlanDays, totalOf, withTax } from '#contract/billing/bill.ts'
import type { PaymentProviderName } from '#contract/billing/payment-methods.ts'
import { graceDays, type PlanPreview, type PlanState } from '#contract/billing/plan.ts'
import { betterForFree, type PlanName, type PriceBook, type PriceBookForm } from '#contract/billing/price-book.ts'
import { refusal } from '#contract/kit/problem.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { countConnectors, countSchedules, leastRecentlyRun } from '../../records/runs/quotas.repository.ts'
import { holdCompany } from '../auth/companies.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { counted } from '../kit/counted.ts'
import { billSoFar, taxOfMonth } from './bill-so-far.ts'
import { refreshHolds } from './holds/holds.ts'
import { findUnpaid } from './invoices/info.repository.ts'
import { findPayer } from './invoices/payer.repository.ts'
import { maximaOf, type QuotaSettings, usedOf } from './limits.ts'
import { measureCharged } from './metering.repository.ts'
import { daysBetween, dayText, laterByDays, midnightOf, monthAt } from './months.ts'
import { listMethods } from './payments/methods.repository.ts'
import { findCompanyPlan, planDays, requestPlan, setPlan } from './plans.repository.ts'
import { addBook, agreedBook, agreeTo, currentBook, listBooks, newerBook } from './prices.repository.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'>
  /** Whose cards pay; `none` where companies pay by bank transfer. */
  readonly cardsOf: PaymentProviderName
}

const ownCompany = 'your company'
/** Connectors that are named where a plan allows fewer. */
const namedMax = 20
const noConnector = '00000000-0000-0000-0000-000000000000'

/** The plan of a day of this month, counted from 0. */
function planAt(plans: readonly PlanDays[], day: number): PlanName | undefined {
  let end = 0
  return plans.find(({ days }) => {
    end += days
    return day < end
  })?.plan
}

/** The plans of this month if another one is chosen today: a cheaper one is charged from tomorrow on. */
function changedFrom({ plans: prices }: PriceBook, plans: readonly PlanDays[], to: PlanName, today: number): PlanDays[] {
  const current = planAt(plans, today)
  let left = current !== undefined && prices[current].base > prices[to].base ? today + 1 : today
  const before = plans.flatMap(({ plan, days }) => {
    const kept = Math.min(days, left)
    left -= kept
    return kept > 0 ? [{ plan, days: kept }] : []
  })
  const all = plans.reduce((sum, { days }) => sum + days, 0)
  const rest = Math.max(0, all - before.reduce((sum, { days }) => sum + days, 0))
  const last = before.at(-1)
  if (last?.plan === to) return [...before.slice(0, -1), { plan: to, days: last.days + rest }]
  return rest === 0 ? before : [...before, { plan: to, days: rest }]
}

async function countsIn(of: Db, companyId: string) {
  const company = await findCompanyPlan(of, companyId)
  const [connectors, schedules] = [await countConnectors(of, companyId), await countSchedules(of, companyId, noConnector)]
  return { company, connectors, schedules }
}

/** What a company's plan holds and what this month costs until now: what Account shows, and what the assistant says. */
export async function planState(
  { db, quotas, cardsOf }: Omit<Deps, 'cardsOf'> & Partial<Deps>,
  companyId: string,
): Promise<PlanState> {
  const [{ company, connectors, schedules }, book] = [await countsIn(db, companyId), await agreedBook(db, companyId)]
  const { month, lines, forecast, uncharged, records } = await billSoFar(db, companyId, book, company.now)
  const max = maximaOf(company, book, quotas)
  const payer = await findPayer(db, companyId)
  const needs = cardsOf === 'none' || company.paysBy !== 'card' ? 'approval' : 'card'
  return {
    ...{ since: company.since.toISOString(), unpaid: await findUnpaid(db, companyId) },
    payment: { isCard: payer.methodId !== null, paysWith: payer.paidBy },
    ...{ plan: company.plan, requested: company.requested, isOperator: company.isOperator, book },
    requestNeeds: company.requested === null ? null : needs,
    newPrices: company.isOperator ? null : await newerBook(db, book),
    needsApproval: cardsOf === 'none' && !company.isOperator,
    limits: [
      usedOf('connectors', connectors, max.connectors),
      usedOf('schedules', schedules, max.schedules),
      usedOf('members', company.members, max.members),
      usedOf('records', records, max.records),
    ],
    bill: {
      ...{
        from: dayText(month.from),
        to: dayText(month.to),
        lines: [...lines],
        total: totalOf(lines),
        records,
        uncharged,
        forecast,
      },
      issuedAt: laterByDays(month.to, graceDays).toISOString(),
      isInvoiced: totalOf(lines) > 0 || (forecast?.total ?? 0) > 0,
    },
  }
}

export function createPlanService({ db, quotas, cardsOf }: Deps) {
  /** Whether a company chooses a dearer plan for itself and has saved no card. An operator who sets the plan has approved it. */
  async function needsCard(
    of: Db,
    companyId: string,
    { isOperator, from, to }: { isOperator: boolean; from: number; to: number },
  ) {
    if (cardsOf === 'none' || isOperator || to <= from) return false
    return (await listMethods(of, companyId, cardsOf)).length === 0
  }

  const get = ({ companyId }: Pick<Caller, 'companyId'>) => planState({ db, quotas, cardsOf }, companyId)

  async function preview(of: Db, companyId: string, to: PlanName, who = ownCompany): Promise<PlanPreview> {
    const [{ company, connectors, schedules }, book] = [await countsIn(of, companyId), await agreedBook(of, companyId)]
    const month = monthAt(company.now)
    const now = await planDays(of, book, { companyId, from: month.from, to: month.to })
    const isBefore = now.reduce((sum, { days }) => sum + days, 0)
    // A company that signed up this month has fewer days.
    const today = daysBetween(month.from, midnightOf(company.now)) - (month.days - isBefore)
    const then = changedFrom(book, now, to, today)
    const tax = await taxOfMonth(of, companyId, month)
    const later = monthAt(company.now, 1)
    const whole = billOf(book, { daysInMonth: later.days, plans: [{ plan: to, days: later.days }], usage: [] })
    const baseOf = (plans: readonly PlanDays[]): readonly BillLine[] =>
      withTax(billOf(book, { daysInMonth: month.days, plans, usage: [] }), tax)
    const max = maximaOf({ plan: to, isOperator: company.isOperator, own: company.own }, book, quotas)
    // The price of the records of a month is that of the plan at its end.
    const records = max.records === null ? 0 : await measureCharged(of, { companyId, from: month.from, to: month.to })
    const tooMany = (what: string, used: number, most: number | null, first: (more: number) => string) =>
      most === null || used <= most
        ? []
        : [
            `${to} allows ${counted(most, what)}. ${who === ownCompany ? 'Your' : 'The'} company has ${used}. ${first(used - most)}`,
          ]
    const over = [
      { limit: 'connectors', more: connectors - (max.connectors ?? connectors) },
      { limit: 'schedules', more: schedules - (max.schedules ?? schedules) },
    ] as const
    const stops: PlanPreview['stops'] = []
    for (const { limit, more } of over)
      if (more > 0) stops.push({ limit, more, connectors: await leastRecentlyRun(of, companyId, limit, namedMax) })
    const prices = { from: book.plans[company.plan].base, to: book.plans[to].base }
    const isOld = who === ownCompany && !company.isOperator && prices.to > prices.from && (await newerBook(of, book)) !== null
    const cardless = who === ownCompany && (await needsCard(of, companyId, { isOperator: company.isOperator, ...prices }))
    return {
      ...{ from: company.plan, to, stops },
      needsApproval: who === ownCompany && cardsOf === 'none' && !company.isOperator && prices.to > prices.from,
      ...{
        monthNow: totalOf(baseOf(now)),
        monthThen: totalOf(baseOf(then)),
        nextMonth: totalOf(withTax(whole, await taxOfMonth(of, companyId, later))),
        lines: [...baseOf(then)],
      },
      refusals: [
        ...(isOld ? [catalogue['plan/new-prices'].message] : []),
        ...(cardless ? [catalogue['plan/no-card'].message] : []),
        ...(company.plan === to ? [`${who === ownCompany ? 'Your' : 'The'} company already has the ${to} plan.`] : []),
        ...tooMany('connector', connectors, max.connectors, (more) => `Delete ${counted(more, 'connector')} first.`),
        ...tooMany('schedule', schedules, max.schedules, (more) => `Remove ${counted(more, 'schedule')} first.`),
        ...tooMany(
          'member',
          company.members,
          max.members,
          (more) => `Remove ${counted(more, 'member')} first. Open invitations count.`,
        ),
        ...tooMany('delivered record', records, max.records, () => 'You can switch to this plan next month.'),
      ],
    }
  }

  /** The plan that a company has and has requested, where another one is dearer and no card can pay; null where it needs no approval. */
  async function mustBeApproved(tx: Db, companyId: string, plan: PlanName) {
    if (cardsOf !== 'none') return null
    const [company, { plans }] = [await findCompanyPlan(tx, companyId), await agreedBook(tx, companyId)]
    return company.isOperator || plans[plan].base <= plans[company.plan].base ? null : company
  }

  /** @returns the plan that it has. */
  async function fits(tx: Db, companyId: string, plan: PlanName, who?: string): Promise<PlanName> {
    const { from, refusals } = await preview(tx, companyId, plan, who)
    if (from === plan) return from
    for (const code of ['plan/new-prices', 'plan/no-card'] as const)
      if (refusals.includes(catalogue[code].message)) throw refusal(code)
    if (refusals.length > 0) throw refusal('plan/not-fitting', { message: refusals.join(' ') })
    return from
  }

  async function move(tx: Db, companyId: string, plan: PlanName, who?: string): Promise<PlanName> {
    await holdCompany(tx, companyId)
    const from = await fits(tx, companyId, plan, who)
    if (from === plan) return from
    await setPlan(tx, companyId, plan)
    await refreshHolds(tx, companyId, quotas)
    return from
  }

  return {
    get,
    preview: ({ companyId }: Caller, to: PlanName) => preview(db, companyId, to),

    /**
     * From today on; a dearer plan that no card can pay is requested, and the operator approves it.
     * @throws `plan/new-prices` where a dearer plan is chosen at prices that are not the newest, `plan/no-card` where it is chosen and no card is saved,
     * `plan/not-fitting` where the company has more than the plan holds.
     */
    async change(caller: Caller, plan: PlanName, audit: Audit): Promise<PlanState> {
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        const target = { type: 'company', id: companyId } as const
        await holdCompany(tx, companyId)
        const asked = await mustBeApproved(tx, companyId, plan)
        if (asked !== null) {
          if (asked.requested === plan) return
          await fits(tx, companyId, plan)
          await requestPlan(tx, companyId, plan)
          return audit(tx, { action: 'billing.planRequested', target, before: { plan: asked.plan }, after: { plan } })
        }
        const from = await move(tx, companyId, plan)
        if (from === plan) return
        await audit(tx, { target, before: { plan: from }, after: { plan } })
      })
      return get(caller)
    },

    /** Newer prices, for the company. @throws `registration/prices-changed` where they are not the newest any more. */
    async agree(caller: Caller, version: number, audit: Audit): Promise<PlanState> {
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        await holdCompany(tx, companyId)
        const { version: before } = await agreedBook(tx, companyId)
        if (before === version) return
        if ((await currentBook(tx)).version !== version) throw refusal('registration/prices-changed')
        await agreeTo(tx, companyId, version, before)
        await refreshHolds(tx, companyId, quotas)
        await audit(tx, {
          target: { type: 'company', id: companyId },
          ...{ before: { priceVersion: before }, after: { priceVersion: version } },
        })
      })
      return get(caller)
    },

    /** By an operator, in a commit of theirs. @returns the plan that it had. @throws `plan/not-fitting` */
    changeOf: (tx: Db, companyId: string, plan: PlanName) => move(tx, companyId, plan, 'the company'),

    prices: async () => ({ data: await listBooks(db) }),
    currentPrices: () => currentBook(db),
    /** @throws `request/malformed` where a paid plan holds less than the free one. */
    setPrices: async (caller: Caller, form: PriceBookForm, audit: Audit): Promise<PriceBook> => {
      const errors = betterForFree(form).map((path) => ({ path, message: 'must not be less than in the free plan' }))
      if (errors.length > 0) throw refusal('request/malformed', { errors })
      return inOneCommit(db, async (tx) => {
        const before = await currentBook(tx)
        const book = await addBook(tx, form, caller.userId)
        await audit(tx, {
          target: { type: 'priceBook', id: String(book.version) },
          ...{ before: { version: before.version, plans: before.plans }, after: { version: book.version, plans: book.plans } },
        })
        return book
      })
    },
  }
}
