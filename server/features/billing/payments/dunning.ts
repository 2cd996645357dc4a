/** Tries payments that failed again, on the days of the schedule, with the card that the primary profile has by then. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import { retryDays } from '#contract/billing/dunning.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { findInvoice, moveInvoice } from '../invoices/invoices.repository.ts'
import { findPayer } from '../invoices/payer.repository.ts'
import { addPayment, setMethodOfInvoice } from './payments.repository.ts'

type Db = Kysely<Tables>

async function retryOne(db: Db, now: Date): Promise<boolean> {
  return inOneCommit(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from invoices where status = 'failed' and retries < ${retryDays.length}
        and failed_at + ((${[...retryDays]}::int[])[retries + 1]) * interval '1 day' <= ${now}
      order by failed_at limit 1 for update skip locked`.execute(tx)
    const [due] = rows
    const row = due === undefined ? null : await findInvoice(tx, { companyId: null }, due.id)
    if (row === null) return false
    await sql`update invoices set retries = retries + 1 where id = ${row.id}`.execute(tx)
    const { methodId, card, paidBy } = await findPayer(tx, row.companyId)
    if (methodId === null || card === null) return true
    const payment = { id: uuid(), companyId: row.companyId, invoiceId: row.id, methodId, currency: row.currency }
    await moveInvoice(tx, row.id, { type: 'person.paid' })
    await setMethodOfInvoice(tx, { invoiceId: row.id, name: paidBy, card, paymentId: payment.id })
    await addPayment(tx, { ...payment, amount: row.total - row.credited, isConfirmed: false })
    return true
  })
}

/** One after another, until none is due. */
export async function retryFailed(db: Db, now: Date): Promise<void> {
  while (await retryOne(db, now));
}
