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
    `The invoice for ${it.month} is ${it.amount}. ${it.isCard ? `We charge ${it.paidBy}.` : `Please transfer the amount by ${it.dueOn}.`}`,
    invoicesAt(publicUrl),
  )

export const paymentFailed = (it: InvoiceNotice & { readonly reason: string }, publicUrl: string): Mail =>
  mail(
    `${test(it.isTest)}Payment of Datacrane invoice ${it.number} failed`,
    `We could not charge ${it.paidBy} ${it.amount} for ${it.month}. ${it.reason}`,
    `We try again ${new Intl.ListFormat('en').format(retryDays.map(String))} days after the first failure. After ${suspendedAfterDays} days, new runs wait until the invoice is paid. No data is deleted. Change the card or pay now:`,
    invoicesAt(publicUrl),
  )

export const cardExpires = (card: string, month: string, publicUrl: string): Mail =>
  mail(
    `${card} expires soon`,
    `Your company pays for Datacrane with the card ${card}, which expires in ${month}. Add another card and select it in your billing profile:`,
    `${publicUrl}/account?tab=billing&part=methods`,
  )

const planAt = (publicUrl: string) => `${publicUrl}/account`

export const planStarted = (plan: string, publicUrl: string): Mail =>
  mail(
    `Your Datacrane plan ${plan} has started`,
    `The operator has approved the ${plan} plan for your company.`,
    planAt(publicUrl),
  )

export const planDeclined = (plan: string, publicUrl: string): Mail =>
  mail(
    `The Datacrane plan ${plan} was declined`,
    `The operator has declined the ${plan} plan for your company. Your plan stays the same.`,
    planAt(publicUrl),
  )

export const pricesChanged = (since: string, publicUrl: string): Mail =>
  mail(
    'New prices for Datacrane',
    `Datacrane has had new prices since ${since}. Your company keeps its current prices until an administrator accepts the new ones. Compare and accept them here:`,
    planAt(publicUrl),
  )

const limitNames: Readonly<Record<PlanLimit, string>> = {
  connectors: 'connectors',
  schedules: 'scheduled connectors',
  members: 'members',
  records: 'delivered records this month',
}

const goesOn = 'They continue with a higher limit, or when the next month starts. No data is lost.'

function afterLimit(limit: PlanLimit, isFull: boolean): string {
  if (limit !== 'records') return isFull ? "You can't add more." : "At 100 %, you can't add more."
  return isFull ? `Runs and webhook events wait. ${goesOn}` : 'At 100 %, runs wait.'
}

export const limitMet = (limit: PlanLimit, used: string, max: string, isFull: boolean, publicUrl: string): Mail =>
  mail(
    isFull
      ? `You have reached a Datacrane plan limit: ${limitNames[limit]}`
      : `You have used 80 % of a Datacrane plan limit: ${limitNames[limit]}`,
    `Your company uses ${used} of ${max} ${limitNames[limit]}. ${afterLimit(limit, isFull)} Choose a larger plan here:`,
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
      ? `The connector ${it.name} has used up this month's budget`
      : `The connector ${it.name} has used 80 % of this month's budget`,
    `${it.name} has cost ${moneyText(it.spent, it.currency)} of ${moneyText(it.limit, it.currency)} this month. ${it.isFull ? `Its runs wait. ${goesOn}` : 'At 100 %, its runs wait.'} Change the budget in the connector's settings:`,
    `${publicUrl}/details/${it.connectorId}`,
  )
