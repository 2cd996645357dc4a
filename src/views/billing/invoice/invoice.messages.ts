import type { InvoiceState } from '#contract/billing/invoice.lifecycle.ts'
import type { InvoiceLine } from '#contract/billing/invoices.ts'

/** The details of an invoice. `studio-account-settings.md` section 2. */
export const invoiceMessages = {
  name: 'invoice details',
  title: (number: string) => `Invoice ${number}`,
  creditTitle: (number: string) => `Credit note ${number}`,
  close: 'Close',
  testNote: 'TEST. Created with the sandbox provider. No one is charged.',
  billName: 'Bill name',
  address: 'Address',
  country: 'Country',
  vatNumber: 'VAT number',
  tax: 'Tax',
  paymentType: 'Payment type',
  card: 'Card',
  cardOf: (type: string, lastFour: string) => `${type} ••${lastFour}`,
  date: 'Invoice date',
  due: 'Due date',
  period: 'Billing period',
  status: 'Status',
  failure: 'Reason for failure',
  paymentId: 'Payment id',
  credits: 'Credit for',
  credited: 'Credited',
  integration: 'Integration',
  integrationOf: (source: string, destination: string) => `${source} → ${destination}`,
  total: 'Total',
  states: { draft: 'Draft', open: 'In Process', paid: 'Paid', failed: 'Payment Failed', void: 'Credited' } satisfies Record<
    InvoiceState,
    string
  >,
  download: 'Download',
  pay: 'Pay Invoice',
  types: { plan: 'Plan', records: 'Records', late: 'Late records', credit: 'Credit', tax: 'Tax' } satisfies Record<
    InvoiceLine['type'],
    string
  >,
  check: 'Ledger',
  agrees: (records: string) => `Same record count (${records})`,
  differs: (records: string, ledger: string, difference: string) =>
    `Differs from the ledger: ${records} records here, ${ledger} in the ledger, difference ${difference}. Records from the last minutes appear on the next invoice. Otherwise, contact your operator.`,
  differsInMoney: (difference: string) =>
    `The lines don't add up to the total. The difference is ${difference}. Contact your operator.`,
}
