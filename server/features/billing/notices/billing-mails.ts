/** What is written to administrators about invoices, cards and limits. They choose the channels under Notification Settings, category billing. */
import { retryDays, suspendedAfterDays } from '#contract/billing/dunning.ts'
import type { PlanLimit } from '#contract/billing/plan.ts'
import { type Mail, mail } from '../../../platform/mail/mails.ts'

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

const limitNames: Readonly<Record<PlanLimit, string>> = {
  connectors: 'connectors',
  schedules: 'connectors with a schedule',
  members: 'members',
  records: 'delivered records of this month',
}

export const limitMet = (limit: PlanLimit, used: string, max: string, isFull: boolean, publicUrl: string): Mail =>
  mail(
    isFull
      ? `A limit of your Datacrane plan is used up: ${limitNames[limit]}`
      : `80 % of a limit of your Datacrane plan is used: ${limitNames[limit]}`,
    `Your company uses ${used} of ${max} ${limitNames[limit]}. ${isFull ? 'More is refused.' : 'At 100 % more is refused.'} A larger plan is chosen here:`,
    `${publicUrl}/account`,
  )
