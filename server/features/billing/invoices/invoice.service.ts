/** Invoices as people see them, and what the operator does with them. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Tax } from '#contract/billing/bill.ts'
import type { InvoiceState } from '#contract/billing/invoice.lifecycle.ts'
import type {
  AccountInfo,
  Invoice,
  InvoiceDetails,
  InvoiceStatusType,
  invoiceEndpoints,
  Timespan,
} from '#contract/billing/invoices.ts'
import { invoicesPerPage } from '#contract/billing/invoices.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { isBeingPaid } from '../payments/payments.repository.ts'
import { accountInfo } from './account-info.ts'
import { findLetterhead } from './info.repository.ts'
import {
  addCredit,
  addDraft,
  checkAgainstLedger,
  findDetails,
  findInvoice,
  type InvoiceRow,
  listInvoices,
  lockInvoice,
  moveInvoice,
  openDraft,
  setArchived,
  toInvoice,
} from './invoices.repository.ts'
import { invoicePdf, warmUp } from './pdf/invoice-pdf.ts'
import { setTax, taxesOf, taxOf } from './tax-rules.repository.ts'

type Db = Kysely<Tables>
type ListQuery = QueryOf<typeof invoiceEndpoints.list>
type Page = ReplyOf<typeof invoiceEndpoints.list>

const statesOf: Readonly<Record<InvoiceStatusType, readonly InvoiceState[]>> = {
  paid: ['paid'],
  process: ['open'],
  failed: ['failed'],
}
const day = 86_400_000
const monthsOf: Readonly<Record<Exclude<Timespan, '1w'>, number>> = { '12m': 12, '6m': 6, '3m': 3, '1m': 1 }

function sinceOf(timespan: Timespan, now: Date): Date {
  if (timespan === '1w') return new Date(now.getTime() - 7 * day)
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - monthsOf[timespan])
  return since
}

const noTax: Tax = { name: '', rate: 0 }

const beingPaid = ({ number }: { readonly number: string }) =>
  `A payment for ${number} is in progress. Wait for it to finish, then try again.`

export function createInvoiceService({ db }: { readonly db: Db }) {
  async function list(companyId: string | null, asked: ListQuery, isForOperator = false): Promise<Page> {
    const { search = '', status, timespan, archived = false, order = 'desc', page = 1, limit = invoicesPerPage } = asked
    const since = timespan === undefined ? null : sinceOf(timespan, await databaseNow(db))
    const states = status === undefined ? null : statesOf[status]
    const { data, total } = await listInvoices(db, {
      companyId,
      search: search.trim(),
      states,
      since,
      archived,
      order,
      page,
      limit,
    })
    const taxes = isForOperator ? await taxesOf(db, [...new Set(data.map((row) => row.companyId))]) : null
    const shown = data.map((row) => ({ ...toInvoice(row), ...(taxes ? { tax: taxes.get(row.companyId) ?? noTax } : {}) }))
    return { data: shown, total, page, limit, totalPages: Math.ceil(total / limit) }
  }

  /** The operator reads invoices of every company. */
  async function found({ companyId, role }: Caller, id: string): Promise<InvoiceRow> {
    const row = await findInvoice(db, { companyId: role === 'SUPER_ADMIN' ? null : companyId }, id)
    if (row === null) throw refusal('invoice/not-found')
    return row
  }

  async function details(caller: Caller, id: string): Promise<InvoiceDetails> {
    const row = await found(caller, id)
    const check = row.kind === 'invoice' ? await checkAgainstLedger(db, row) : null
    return { ...(await findDetails(db, row)), check }
  }

  /** Changes one that is held, and gives it as it is then. */
  const changed = (
    companyId: string | null,
    id: string,
    change: (tx: Db, row: Awaited<ReturnType<typeof lockInvoice>> & object) => Promise<void>,
  ): Promise<Invoice> =>
    inOneCommit(db, async (tx) => {
      const row = await lockInvoice(tx, { companyId }, id)
      if (row === null) throw refusal('invoice/not-found')
      await change(tx, row)
      const now = await findInvoice(tx, { companyId }, id)
      return toInvoice(now ?? row)
    })

  return {
    list: ({ companyId }: Caller, asked: ListQuery) => {
      void warmUp().catch(() => {})
      return list(companyId, asked)
    },
    listAll: ({ companyId, ...asked }: QueryOf<typeof invoiceEndpoints.ofAll>) => list(companyId ?? null, asked, true),
    get: details,
    pdf: async (caller: Caller, id: string): Promise<string> => {
      const invoice = await findDetails(db, await found(caller, id))
      return (await invoicePdf(invoice, await findLetterhead(db))).toString('base64')
    },

    info: ({ companyId }: Caller): Promise<AccountInfo> => accountInfo(db, companyId),

    setArchived: ({ companyId }: Caller, id: string, archived: boolean, audit: Audit) =>
      changed(companyId, id, async (tx, row) => {
        if (row.archived === archived) return
        await setArchived(tx, id, archived)
        await audit(tx, { target: { type: 'invoice', id }, before: { archived: row.archived }, after: { archived } })
      }),

    /** For the next invoices of its company. A rate without a name has none on its line. @throws `request/malformed`. */
    setTax: (id: string, { name, rate }: Tax, audit: Audit): Promise<Tax> =>
      inOneCommit(db, async (tx) => {
        const row = await lockInvoice(tx, { companyId: null }, id)
        if (row === null) throw refusal('invoice/not-found')
        const after = { name: name.trim(), rate }
        if (rate > 0 && after.name === '')
          throw refusal('request/malformed', { errors: [{ path: '/name', message: 'is required if there is a rate' }] })
        const before = await taxOf(tx, row.companyId)
        await setTax(tx, row.companyId, after)
        await audit(tx, { companyId: row.companyId, target: { type: 'company', id: row.companyId }, before, after })
        return after
      }),

    /** @throws `invoice/not-now` unless it waits for its payment. */
    settle: (id: string, audit: Audit) =>
      changed(null, id, async (tx, row) => {
        if (await isBeingPaid(tx, id)) throw refusal('invoice/not-now', { message: beingPaid(row) })
        if (
          row.kind !== 'invoice' ||
          !(await moveInvoice(tx, id, { type: 'operator.settled' }, { paidAt: await databaseNow(tx) }))
        )
          throw refusal('invoice/not-now', { message: `${row.number} isn't waiting for a payment.` })
        await audit(tx, {
          companyId: row.companyId,
          target: { type: 'invoice', id },
          before: { status: row.status },
          after: { status: 'paid' },
        })
      }),

    /** @throws `invoice/credit-too-high`, `invoice/not-now` for a credit note. */
    credit: (
      id: string,
      { amount, reason }: { readonly amount: number; readonly reason: string },
      audit: Audit,
    ): Promise<Invoice> =>
      inOneCommit(db, async (tx) => {
        const row = await lockInvoice(tx, { companyId: null }, id)
        if (row === null) throw refusal('invoice/not-found')
        if (row.kind !== 'invoice' || row.status === 'void') throw refusal('invoice/not-now')
        if (await isBeingPaid(tx, id)) throw refusal('invoice/not-now', { message: beingPaid(row) })
        const left = row.total - row.credited
        if (amount > left) throw refusal('invoice/credit-too-high')
        const { address, bookVersion } = await findDetails(tx, row)
        const noteId = uuid()
        const none = { connectorId: null, day: null, source: '', destination: '', records: 0, included: 0 }
        const payer = {
          profileId: null,
          methodId: null,
          companyName: row.companyName,
          billName: row.billName,
          address,
          country: row.country,
          vatNumber: row.vatNumber,
          paidBy: row.paidBy,
          isTest: row.isTest,
        }
        await addDraft(tx, {
          ...{ id: noteId, companyId: row.companyId, kind: 'credit-note', period: row.period, periodEnd: row.periodEnd },
          ...{
            currency: row.currency,
            bookVersion,
            tax: null,
            credits: id,
            payer: { ...payer, paymentType: 'Credit', card: null },
          },
          lines: [
            {
              ...none,
              type: 'credit',
              description: `${row.number}: ${reason.trim()}`,
              quantity: 1,
              price: -amount,
              amount: -amount,
            },
          ],
        })
        const now = await databaseNow(tx)
        await openDraft(tx, { id: noteId, invoiceDate: now, dueAt: now })
        await moveInvoice(tx, noteId, { type: 'operator.settled' }, { paidAt: now })
        await addCredit(tx, id, amount)
        if (amount === left) await moveInvoice(tx, id, { type: 'operator.credited' })
        await audit(tx, { companyId: row.companyId, target: { type: 'invoice', id }, after: { creditNote: noteId, amount } })
        const note = await findInvoice(tx, { companyId: row.companyId }, noteId)
        if (note === null) throw new Error('the credit note is gone')
        return toInvoice(note)
      }),
  }
}
