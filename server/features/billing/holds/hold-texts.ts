/** Why runs are held, and what lets them go on. Both stand on the runs, on the connector, and in refusals. */
import type { PlanName } from '#contract/billing/price-book.ts'
import { counted } from '../../kit/counted.ts'
import { moneyText } from '../money-text.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const begin = (until: Date) => `${dayFormat.format(until)} at 00:00 UTC`
const after = (until: Date, action: string) =>
  `Continues on ${dayFormat.format(until)} (00:00 UTC), or when you ${action}. No records are skipped.`

/** What the reason of a held run begins with, on the run and on the connector; the repository looks for it. */
export const onHold = 'On hold. '

export const recordsHeld = (plan: PlanName, max: number, until: Date) => ({
  reason: `${onHold}Your company has used this month's ${counted(max, 'delivered record')} of the ${plan} plan.`,
  next: after(until, 'choose a larger plan'),
})

export const budgetHeld = (limit: number, currency: string, until: Date) => ({
  reason: `${onHold}The connector has used its budget of ${moneyText(limit, currency)} for this month.`,
  next: after(until, 'raise the budget'),
})

/** What is said to whoever starts a run. */
export const refusedUntil = {
  records: (until: Date) => `Choose a larger plan, or wait until ${begin(until)}.`,
  budget: (until: Date) => `Raise the budget, or wait until ${begin(until)}.`,
} as const
