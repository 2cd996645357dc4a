/** Invoices and credit notes of a company: list, details, PDF, archive; and what the operator does with them. `worklist.md` B-7. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, visibleText } from '../kit/schemas.ts'
import { BillLine, Day } from './bill.ts'
import { invoiceStates } from './invoice.lifecycle.ts'
import { Currency } from './price-book.ts'
import { CountryCode } from './profiles.ts'

export const invoicesPerPage = 10
/** Days that a bank transfer may take. */
export const daysToPay = 14
export const invoiceStatusTypes = ['paid', 'process', 'failed'] as const
export type InvoiceStatusType = (typeof invoiceStatusTypes)[number]
export const timespans = ['12m', '6m', '3m', '1m', '1w'] as const
export type Timespan = (typeof timespans)[number]

const CardDetails = Type.Object({ lastFour: Type.String(), type: Type.String() })

const shown = {
  id: Id,
  kind: oneOf('invoice', 'credit-note'),
  number: Type.String(),
  /** The way it was or will be paid: "Visa ••4242", "Bank transfer". */
  paidBy: Type.String(),
  invoiceDate: Instant,
  /** First and last day. */
  billingPeriod: Type.Object({ from: Day, to: Day }),
  /** Minor units; less than 0 of a credit note. */
  amount: Type.Integer(),
  /** Of credit notes against it. */
  credited: Count,
  currency: Currency,
  status: oneOf(...invoiceStates),
  dueAt: Instant,
  paidAt: orNull(Instant),
  /** Why the last payment failed, in the words of the provider. */
  failure: orNull(Type.String()),
  /** It was made with the sandbox provider: nobody pays it. */
  isTest: Type.Boolean(),
  archived: Type.Boolean(),
  companyName: Type.String(),
  billName: Type.String(),
  /** Of whom it is made out to, as both were when it was opened; invoices of earlier versions have the country in their address. */
  country: orNull(CountryCode),
  vatNumber: Type.String(),
}

/** On the next invoices of a company; the rate in hundredths of a per cent. */
export const TaxShape = Type.Object({ name: Type.String(), rate: Count })

export const Invoice = Type.Object({
  ...shown,
  /** Of its company, for the operator. */
  tax: Type.Optional(TaxShape),
})
export type Invoice = Static<typeof Invoice>

export const InvoiceLine = Type.Object({
  ...BillLine.properties,
  /** Where the connector reads from and writes to; '' of a line that is about no connector. */
  source: Type.String(),
  destination: Type.String(),
})
export type InvoiceLine = Static<typeof InvoiceLine>

/** The lines beside the ledger as both are now. */
const LedgerCheck = Type.Object({
  /** On the lines. */
  records: Count,
  /** Of the same days in the ledger, without what stands on other invoices. */
  ledger: Type.Integer(),
  difference: Type.Integer(),
  /** Minor units: the total less the sum of the lines. */
  amountDifference: Type.Integer(),
})
export type LedgerCheck = Static<typeof LedgerCheck>

export const InvoiceDetails = Type.Object({
  ...shown,
  /** As it was when the invoice was opened; null where it has none, and of invoices of earlier versions. */
  appliedTax: orNull(Type.Object({ ...TaxShape.properties, reason: Type.String() })),
  address: Type.Array(Type.String()),
  paymentType: Type.String(),
  cardDetails: orNull(CardDetails),
  paymentId: orNull(Type.String()),
  bookVersion: Count,
  /** Number of the invoice that a credit note is about. */
  credits: orNull(Type.String()),
  lines: Type.Array(InvoiceLine),
  /** Null of a credit note. */
  check: orNull(LedgerCheck),
})
export type InvoiceDetails = Static<typeof InvoiceDetails>

const inCurrency = {
  currency: Currency,
  currentDue: Count,
  dueDate: orNull(Instant),
  monthlyPayments: Type.Array(Type.Object({ month: Day, amount: Count })),
}

/** What the company owes, and paid in the last twelve months, in the currency of the price book. */
export const AccountInfo = Type.Object({
  ...inCurrency,
  /** The same of invoices in currencies that price books had before; amounts of two currencies are never added. */
  otherCurrencies: Type.Array(Type.Object(inCurrency)),
  /** Of the last invoice to the one before, in per cent; null where there are not two. */
  expenseIncrease: orNull(Type.Integer()),
  billingProfile: orNull(Type.String()),
})
export type AccountInfo = Static<typeof AccountInfo>

const administrators = ['SUPER_ADMIN', 'ADMIN'] as const
const operator = ['SUPER_ADMIN'] as const
const one = closed({ id: Id })

const filters = {
  search: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(oneOf(...invoiceStatusTypes)),
  timespan: Type.Optional(oneOf(...timespans)),
  archived: Type.Optional(Type.Boolean()),
  order: Type.Optional(oneOf('asc', 'desc')),
  page: Type.Optional(PageNumber),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

export const invoiceEndpoints = {
  info: endpoint({
    method: 'GET',
    path: '/api/billing/info',
    summary: 'Get the amount due and the payments of the last twelve months',
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: AccountInfo,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/billing/invoices',
    summary: 'Search invoices and credit notes by number, payer or bill name, newest first',
    access: everyRole,
    scope: 'settings:read',
    query: closed(filters),
    status: 200,
    reply: pageOf(Invoice),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/billing/invoices/:id',
    summary: 'Get an invoice with its lines, checked against the ledger. Operators can read all invoices',
    access: everyRole,
    scope: 'settings:read',
    params: one,
    status: 200,
    reply: InvoiceDetails,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/billing/invoices/:id/pdf',
    summary: 'Download an invoice as PDF',
    access: everyRole,
    scope: 'settings:read',
    params: one,
    status: 200,
    reply: Type.String(),
    file: { type: 'application/pdf', name: 'invoice.pdf', isBinary: true },
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/billing/invoices/:id/pay',
    summary: 'Pay an invoice whose payment failed. Repeating the call pays only once',
    access: administrators,
    scope: 'session',
    audit: 'billing.invoicePaid',
    params: one,
    body: closed({ methodId: Id, isConfirmed: Type.Boolean() }),
    status: 200,
    reply: Type.Object({
      invoice: Invoice,
      /** Whether the bank wants the person to confirm it; then the same call with `isConfirmed`. */
      needsConfirmation: Type.Boolean(),
      /** A page of the bank on which the person confirms; null where there is none. The invoice is paid afterwards. */
      redirectTo: orNull(Type.String()),
    }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/billing/invoices/:id/archive',
    summary: 'Archive an invoice. Nothing is deleted',
    access: administrators,
    scope: 'session',
    audit: 'billing.invoiceArchived',
    params: one,
    status: 200,
    reply: Invoice,
  }),
  unarchive: endpoint({
    method: 'POST',
    path: '/api/billing/invoices/:id/unarchive',
    summary: 'Restore an archived invoice to the list',
    access: administrators,
    scope: 'session',
    audit: 'billing.invoiceArchived',
    params: one,
    status: 200,
    reply: Invoice,
  }),
  ofAll: endpoint({
    method: 'GET',
    path: '/api/billing/operator/invoices',
    summary: 'List invoices of all companies or of one company',
    access: operator,
    scope: 'session',
    query: closed({ ...filters, companyId: Type.Optional(Id) }),
    status: 200,
    reply: pageOf(Invoice),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/billing/operator/invoices/:id/settle',
    summary: 'Record a payment made outside Datacrane, such as a bank transfer',
    access: operator,
    scope: 'session',
    audit: 'billing.invoiceSettled',
    params: one,
    status: 200,
    reply: Invoice,
  }),
  setTax: endpoint({
    method: 'PUT',
    path: '/api/billing/operator/invoices/:id/tax',
    summary: "Set the tax for a company's next invoices. Open invoices stay unchanged",
    access: operator,
    scope: 'session',
    audit: 'billing.taxSet',
    params: one,
    /** Without a name there is no tax line. */
    body: closed({ name: Type.String({ maxLength: 50 }), rate: Type.Integer({ minimum: 0, maximum: 10_000 }) }),
    status: 200,
    reply: TaxShape,
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/billing/operator/invoices/:id/credit',
    summary: 'Issue a credit note against an invoice',
    access: operator,
    scope: 'session',
    audit: 'billing.invoiceCredited',
    params: one,
    body: closed({ amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), reason: visibleText(200) }),
    status: 201,
    reply: Invoice,
  }),
} as const
