/** Invoices as rows of a file. Amounts are numbers in the major unit. */
import { countryName } from '#contract/billing/countries.ts'
import type { Invoice } from '#contract/billing/invoices.ts'
import { invoiceMessages } from '../../billing/invoice/invoice.messages.ts'
import { invoicesMessages as messages } from './invoices.messages.ts'

export const invoiceRows = (invoices: readonly Invoice[]): (string | number)[][] => [
  messages.csvHead,
  ...invoices.map((it) => [
    it.number,
    it.kind,
    it.paidBy,
    it.invoiceDate.slice(0, 10),
    it.billingPeriod.from,
    it.billingPeriod.to,
    it.amount / 100,
    it.currency,
    invoiceMessages.states[it.status],
    it.billName,
    it.isTest ? messages.test : '',
    it.country === null ? '' : countryName(it.country),
    it.vatNumber,
  ]),
]
