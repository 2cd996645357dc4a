import type { InvoiceState } from '#contract/billing/invoice.lifecycle.ts'

/** Invoices of all companies, for the operator. */
export const operatorMessages = {
  name: 'invoices of all companies',
  search: 'Search invoice, payer or bill name',
  none: 'No invoice fits',
  noneWhy: 'Invoices of companies with a paid plan appear here once their first month is closed.',
  columns: {
    number: 'Invoice',
    company: 'Company',
    date: 'Invoice date',
    amount: 'Total amount',
    paidBy: 'Paid by',
    status: 'Status',
    actions: 'Actions',
  },
  states: { draft: 'Draft', open: 'In Process', paid: 'Paid', failed: 'Payment Failed', void: 'Credited' } satisfies Record<
    InvoiceState,
    string
  >,
  creditNote: 'Credit note',
  test: 'TEST',
  actionsFor: (number: string) => `Actions for ${number}`,
  settle: 'Record Payment',
  credit: 'Issue Credit Note',
  tax: 'Set Tax of Company',
  taxTitle: (company: string) => `Tax on invoices of ${company}`,
  taxName: 'Name on invoices',
  taxNameHint: 'For example VAT, or Reverse charge. Empty: invoices have no tax line.',
  taxRate: 'Rate in per cent',
  taxRateHint: 'For example 19 or 7.7. Invoices that are issued already keep what they say.',
  wrongRate: 'A rate from 0 to 100, such as 19 or 7.7',
  taxSubmit: 'Set Tax',
  taxSet: 'The tax was set. It stands on the next invoice.',
  settleTitle: (number: string) => `Record that ${number} was paid?`,
  settleText:
    'For money that arrived outside of Datacrane, as by bank transfer. The invoice is paid from then on; that cannot be undone.',
  settled: 'The payment was recorded.',
  creditTitle: (number: string) => `Credit note for ${number}`,
  creditHint: (left: string) => `At most ${left}. Money that was paid already is paid back outside of Datacrane.`,
  amount: 'Amount',
  wrongAmount: 'An amount such as 9 or 9.50',
  reason: 'Reason',
  submit: 'Issue Credit Note',
  credited: 'The credit note was issued.',
}
