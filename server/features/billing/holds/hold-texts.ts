/** Why runs are held, and what lets them go on. Both stand on the runs, on the connector, and in refusals. */
import type { PlanName } from '#contract/billing/price-book.ts'
import { moneyText } from '../money-text.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const begin = (until: Date) => `${dayFormat.format(until)} at 00:00 UTC`
const after = (until: Date) => `or on ${begin(until)}. Nothing is lost.`
const number = new Intl.NumberFormat('en')

export const recordsHeld = (plan: PlanName, max: number, until: Date) => ({
  reason: `Held: the ${number.format(max)} delivered ${max === 1 ? 'record' : 'records'} a month of the plan ${plan} are used up.`,
  next: `Goes on when a larger plan is chosen, ${after(until)}`,
})

export const budgetHeld = (limit: number, currency: string, until: Date) => ({
  reason: `Held: the connector's budget of ${moneyText(limit, currency)} a month is used up.`,
  next: `Goes on when the budget is raised, ${after(until)}`,
})

/** What is said to whoever starts a run. */
export const refusedUntil = {
  records: (until: Date) => `Choose a larger plan, or wait until ${begin(until)}.`,
  budget: (until: Date) => `Raise the budget, or wait until ${begin(until)}.`,
} as const
