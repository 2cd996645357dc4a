/** Decides what holds the runs of a company: the records of a month that its plan holds, and the budgets of its connectors. */
import type { Kysely } from 'kysely'
import { levelOf } from '#contract/billing/plan.ts'
import type { PlanName } from '#contract/billing/price-book.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { counted } from '../../kit/counted.ts'
import { billSoFar } from '../bill-so-far.ts'
import { maximaOf, type QuotaSettings } from '../limits.ts'
import { moneyText } from '../money-text.ts'
import { dayText } from '../months.ts'
import { budgetMet, limitMet } from '../notices/billing-mails.ts'
import { tellLimitOnce } from '../notices/limit-notices.ts'
import { findCompanyPlan } from '../plans.repository.ts'
import { agreedBook } from '../prices.repository.ts'
import { type Budget, findBudgets, type Hold, listHolds, setHolds } from './holds.repository.ts'

/** Why runs are held, and what lets them go on. Both stand on the runs, on the connector, and in refusals. */
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const begin = (until: Date) => `${dayFormat.format(until)} at 00:00 UTC`
const after = (until: Date, action: string) =>
  `Continues on ${dayFormat.format(until)} (00:00 UTC), or when you ${action}. No records are skipped.`

/** What the reason of a held run begins with, on the run and on the connector; the repository looks for it. */
export const onHold = 'On hold. '

const recordsHeld = (plan: PlanName, max: number, until: Date) => ({
  reason: `${onHold}Your company has used this month's ${counted(max, 'delivered record')} of the ${plan} plan.`,
  next: after(until, 'choose a larger plan'),
})

const budgetHeld = (limit: number, currency: string, until: Date) => ({
  reason: `${onHold}The connector has used its budget of ${moneyText(limit, currency)} for this month.`,
  next: after(until, 'raise the budget'),
})

/** What is said to whoever starts a run. */
export const refusedUntil = {
  records: (until: Date) => `Choose a larger plan, or wait until ${begin(until)}.`,
  budget: (until: Date) => `Raise the budget, or wait until ${begin(until)}.`,
} as const

type Db = Kysely<Tables>
export type HoldDeps = { readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'>; readonly publicUrl: string }

const number = new Intl.NumberFormat('en')

export type Spending = Budget & { readonly spent: number; readonly level: 'ok' | 'near' | 'full' }

/** A budget of 0 is used up as soon as the connector costs anything. */
export const budgetLevel = (spent: number, limit: number) => levelOf(spent, Math.max(1, limit))

/** What the limits of a company are used by; null where it has none. */
export async function findSpending(db: Db, companyId: string, quotas: HoldDeps['quotas']) {
  const company = await findCompanyPlan(db, companyId)
  const book = await agreedBook(db, companyId)
  const max = maximaOf(company, book, quotas).records
  const budgets = await findBudgets(db, companyId)
  if (max === null && budgets.length === 0) return null
  const { lines, records, month } = await billSoFar(db, companyId, book, company.now)
  const spent = (id: string) => lines.reduce((sum, { connectorId, amount }) => (connectorId === id ? sum + amount : sum), 0)
  const spending = budgets.map((it): Spending => {
    const sum = spent(it.connectorId)
    return { ...it, spent: sum, level: budgetLevel(sum, it.limit) }
  })
  return { plan: company.plan, book, month, records: { used: records, max, level: levelOf(records, max) }, spending }
}

type Found = NonNullable<Awaited<ReturnType<typeof findSpending>>>

export function holdsFrom({ plan, book, month, records, spending }: Found): Hold[] {
  const until = month.to
  const ofPlan: Hold[] =
    records.max !== null && records.level === 'full'
      ? [{ connectorId: null, cause: 'records', until, ...recordsHeld(plan, records.max, until) }]
      : []
  const ofBudgets = spending
    .filter(({ level }) => level === 'full')
    .map(({ connectorId, limit }): Hold => ({ connectorId, cause: 'budget', until, ...budgetHeld(limit, book.currency, until) }))
  return [...ofPlan, ...ofBudgets]
}

const keyOf = (holds: readonly Hold[]) =>
  holds
    .map(({ connectorId, reason, until }) => `${connectorId} ${reason} ${until.getTime()}`)
    .toSorted()
    .join('\n')

/** Writes what is so in a commit that holds the company, so that it is not older than a change of plan or budget. */
export async function refreshHolds(tx: Db, companyId: string, quotas: HoldDeps['quotas']): Promise<Found | null> {
  await holdCompany(tx, companyId)
  const found = await findSpending(tx, companyId, quotas)
  await setHolds(tx, companyId, found === null ? [] : holdsFrom(found))
  return found
}

async function tell(tx: Db, companyId: string, { month, records, spending, book }: Found, publicUrl: string): Promise<void> {
  const period = dayText(month.from)
  if (records.max !== null && records.level !== 'ok') {
    const mail = limitMet('records', number.format(records.used), number.format(records.max), records.level === 'full', publicUrl)
    await tellLimitOnce(tx, { companyId, period, limit: 'records', level: records.level }, mail)
  }
  for (const { connectorId, name, limit, spent, level } of spending)
    if (level !== 'ok') {
      const mail = budgetMet({ connectorId, name, limit, spent, currency: book.currency, isFull: level === 'full' }, publicUrl)
      await tellLimitOnce(tx, { companyId, period, limit: `budget ${connectorId}`, level }, mail)
    }
}

/** What of a company's limits is used: 1 is all of the one that is nearest. */
function shareUsed(found: Found | null): number {
  if (found === null) return 0
  const { records, spending } = found
  const ofRecords = records.max === null ? 0 : records.used / records.max
  return Math.max(ofRecords, ...spending.map(({ spent, limit }) => spent / Math.max(1, limit)))
}

/** Looks at one company, writes what changed, and tells its administrators once a month of 80 % and of 100 %. @returns the share that is used. */
export async function reviewCompany(db: Db, companyId: string, { quotas, publicUrl }: HoldDeps): Promise<number> {
  const found = await findSpending(db, companyId, quotas)
  const used = shareUsed(found)
  const isSame = keyOf(await listHolds(db, companyId)) === keyOf(found === null ? [] : holdsFrom(found))
  if (isSame && used < 0.8) return used
  await inOneCommit(db, async (tx) => {
    const now = isSame ? found : await refreshHolds(tx, companyId, quotas)
    if (now !== null) await tell(tx, companyId, now, publicUrl)
  })
  return used
}
