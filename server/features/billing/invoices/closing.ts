/** Closes a month of a company: what was used becomes an invoice, in one commit and at most once, however many try. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type BillLine, billOf, type ConnectorUsage, totalOf, withTax } from '#contract/billing/bill.ts'
import { daysToPay } from '#contract/billing/invoices.ts'
import { graceDays } from '#contract/billing/plan.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { dayText, laterByDays, type Month, monthAt } from '../months.ts'
import { tellOfInvoice } from '../notices/notices.ts'
import { addPayment } from '../payments/payments.repository.ts'
import { planDays } from '../plans.repository.ts'
import { agreedBook } from '../prices.repository.ts'
import { inBillOrder } from '../usage-order.ts'
import { addDraft, findInvoice, openDraft } from './invoices.repository.ts'
import { findPayer, type Payer } from './payer.repository.ts'
import { beginPeriod, billUsage, findSystems, listUnclosed, nameInvoiceOf, type UsageRow } from './periods.repository.ts'
import { taxFor } from './tax-rules.repository.ts'

type Db = Kysely<Tables>
type Deps = { readonly db: Db; readonly publicUrl: string }

/** Whether the figures of a month do not change any more. */
export const isOver = (month: Month, now: Date) => now >= laterByDays(month.to, graceDays)

/** By connector; what is of earlier months by connector and day, after the others. */
function usageOf(rows: readonly UsageRow[], from: string): ConnectorUsage[] {
  const sums = new Map<string, { connectorId: string; name: string; records: number; day?: string | undefined }>()
  for (const { connectorId, name, day, records } of rows) {
    const late = day < from ? day : undefined
    const key = `${connectorId} ${late ?? ''}`
    const sum = sums.get(key) ?? { connectorId, name, records: 0, day: late }
    sums.set(key, { ...sum, records: sum.records + records })
  }
  return inBillOrder([...sums.values()])
}

const hostOf = (address: string | null) => (address !== null && URL.canParse(address) ? new URL(address).host : null)

async function withSystems(tx: Db, companyId: string, lines: readonly BillLine[]) {
  const ids = lines.flatMap(({ connectorId }) => (connectorId === null ? [] : [connectorId]))
  const systems = await findSystems(tx, companyId, [...new Set(ids)])
  return lines.map((line) => {
    const system = systems.find(({ id }) => id === line.connectorId)
    const source = hostOf(system?.sourceUrl ?? null) ?? system?.sourceType ?? ''
    return { ...line, source, destination: hostOf(system?.destinationUrl ?? null) ?? system?.destinationType ?? '' }
  })
}

/** @returns the id of the invoice; null where the month was closed before, is not over, or cost nothing. */
export async function closeMonth({ db, publicUrl }: Deps, companyId: string, month: Month, now: Date): Promise<string | null> {
  if (!isOver(month, now)) return null
  return inOneCommit(db, async (tx) => {
    const [from, to] = [dayText(month.from), dayText(month.to)]
    if (!(await beginPeriod(tx, companyId, from))) return null
    const rows = await billUsage(tx, { companyId, period: from, before: to })
    const book = await agreedBook(tx, companyId, month.to)
    const plans = await planDays(tx, book, { companyId, from: month.from, to: month.to })
    const net = billOf(book, { daysInMonth: month.days, plans, usage: usageOf(rows, from) })
    if (totalOf(net) === 0) return null
    const payer = await findPayer(tx, companyId)
    const tax = await taxFor(tx, companyId, payer, dayText(now))
    const lines = withTax(net, tax)
    const id = uuid()
    await addDraft(tx, {
      ...{ id, companyId, kind: 'invoice', period: from, periodEnd: dayText(laterByDays(month.to, -1)), credits: null, payer },
      tax: tax.name === '' ? null : tax,
      ...{ currency: book.currency, bookVersion: book.version, lines: await withSystems(tx, companyId, lines) },
    })
    await openDraft(tx, { id, invoiceDate: now, dueAt: laterByDays(now, daysToPay) })
    await nameInvoiceOf(tx, { companyId, period: from, invoiceId: id })
    await issued(tx, { companyId, invoiceId: id, amount: totalOf(lines), currency: book.currency, payer, publicUrl })
    return id
  })
}

/** All months of all companies that are over and not closed, the oldest first. One that cannot be closed holds up no other company. @returns how many invoices were made. */
export async function closeMonths(
  deps: Deps,
  now: Date,
  fault: (thrown: unknown, it: { readonly companyId: string; readonly period: string }) => void,
): Promise<number> {
  let made = 0
  const held = new Set<string>()
  for (const { companyId, period } of await listUnclosed(deps.db, laterByDays(now, -graceDays))) {
    // Months of a company are closed in their order.
    if (held.has(companyId)) continue
    try {
      if ((await closeMonth(deps, companyId, monthAt(new Date(`${period}T00:00:00Z`)), now)) !== null) made += 1
    } catch (thrown) {
      held.add(companyId)
      fault(thrown, { companyId, period })
    }
  }
  return made
}

/** What follows when an invoice is open, in the same commit: people are told, its payment is written down, and made afterwards. */
type Issued = {
  readonly companyId: string
  readonly invoiceId: string
  readonly amount: number
  readonly currency: string
  readonly payer: Payer
  readonly publicUrl: string
}

async function issued(tx: Kysely<Tables>, { payer, publicUrl, ...it }: Issued): Promise<void> {
  const { methodId } = payer
  const row = await findInvoice(tx, it, it.invoiceId)
  if (row !== null) await tellOfInvoice(tx, row, publicUrl)
  if (methodId !== null) await addPayment(tx, { ...it, id: uuid(), methodId, isConfirmed: false })
}
