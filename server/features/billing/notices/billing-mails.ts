/** What is written to administrators about invoices, cards and limits. They choose the channels under Notification Settings, category billing. */
import { retryDays, suspendedAfterDays } from '#contract/billing/dunning.ts'
import type { PlanLimit } from '#contract/billing/plan.ts'
import { type Mail, mail } from '../../../platform/mail/mails.ts'
import { moneyText } from '../money-text.ts'

const invoicesAt = (publicUrl: string) => `${publicUrl}/account?tab=invoices`
const test = (isTest: boolean) => (isTest ? 'TEST: ' : '')

export type InvoiceNotice = {
  readonly number: string
  readonly amount: string
  readonly month: string
  readonly paidBy: string
  readonly dueOn: string
  readonly isTest: boolean
  readonly isCard: boolean
}

export const invoiceIssued = (it: InvoiceNotice, publicUrl: string): Mail =>
  mail(
    `${test(it.isTest)}Datacrane invoice ${it.number}`,
    `The invoice for ${it.month} comes to ${it.amount}. ${it.isCard ? `${it.paidBy} is charged for it.` : `Please transfer it until ${it.dueOn}.`}`,
    invoicesAt(publicUrl),
  )

export const paymentFailed = (it: InvoiceNotice & { readonly reason: string }, publicUrl: string): Mail =>
  mail(
    `${test(it.isTest)}Payment of Datacrane invoice ${it.number} failed`,
    `${it.paidBy} was not charged ${it.amount} for ${it.month}: ${it.reason}`,
    `It is tried again ${retryDays.join(', ')} days after the first failure. ${suspendedAfterDays} days after it no run is started any more until the invoice is paid; nothing is deleted. Change the card or pay now:`,
    invoicesAt(publicUrl),
  )

export const cardExpires = (card: string, month: string, publicUrl: string): Mail =>
  mail(
    `${card} expires soon`,
    `The card ${card}, with which your company pays Datacrane, expires in ${month}. Add another one and choose it in the billing profile:`,
    `${publicUrl}/account?tab=billing&part=methods`,
  )

const planAt = (publicUrl: string) => `${publicUrl}/account`

export const planStarted = (plan: string, publicUrl: string): Mail =>
  mail(
    `Your Datacrane plan ${plan} has started`,
    `The operator has approved the plan ${plan} for your company.`,
    planAt(publicUrl),
  )

export const planDeclined = (plan: string, publicUrl: string): Mail =>
  mail(
    `The Datacrane plan ${plan} was declined`,
    `The operator has declined the plan ${plan} for your company. Your plan stays the same.`,
    planAt(publicUrl),
  )

export const pricesChanged = (since: string, publicUrl: string): Mail =>
  mail(
    'New prices for Datacrane',
    `Datacrane has new prices since ${since}. Your company pays the prices that it agreed to until an administrator accepts the new ones. You can compare and accept them here:`,
    planAt(publicUrl),
  )

const limitNames: Readonly<Record<PlanLimit, string>> = {
  connectors: 'connectors',
  schedules: 'connectors with a schedule',
  members: 'members',
  records: 'delivered records of this month',
}

const goesOn = 'They continue when the limit is increased or the next month begins. Nothing is lost.'

function afterLimit(limit: PlanLimit, isFull: boolean): string {
  if (limit !== 'records') return isFull ? 'More is refused.' : 'At 100 % more is refused.'
  return isFull ? `Runs are held, events of webhooks are kept. ${goesOn}` : 'At 100 % runs are held.'
}

export const limitMet = (limit: PlanLimit, used: string, max: string, isFull: boolean, publicUrl: string): Mail =>
  mail(
    isFull
      ? `A limit of your Datacrane plan is used up: ${limitNames[limit]}`
      : `80 % of a limit of your Datacrane plan is used: ${limitNames[limit]}`,
    `Your company uses ${used} of ${max} ${limitNames[limit]}. ${afterLimit(limit, isFull)} A larger plan is chosen here:`,
    `${publicUrl}/account`,
  )

export type BudgetNotice = {
  readonly connectorId: string
  readonly name: string
  readonly limit: number
  readonly spent: number
  readonly currency: string
  readonly isFull: boolean
}

export const budgetMet = (it: BudgetNotice, publicUrl: string): Mail =>
  mail(
    it.isFull
      ? `The budget of the connector ${it.name} is used up for this month`
      : `80 % of the budget of the connector ${it.name} is used`,
    `${it.name} has cost ${moneyText(it.spent, it.currency)} of ${moneyText(it.limit, it.currency)} this month. ${it.isFull ? `Its runs are held. ${goesOn}` : 'At 100 % its runs are held.'} The budget is changed in the settings of the connector:`,
    `${publicUrl}/details/${it.connectorId}`,
  )
