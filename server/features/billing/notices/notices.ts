/** Tells the administrators of a company about billing, by the channels that they have chosen. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Mail } from '../../../platform/mail/mails.ts'
import { notify } from '../../kit/notify.ts'
import type { InvoiceRow } from '../invoices/invoices.repository.ts'
import { moneyText } from '../money-text.ts'
import { type InvoiceNotice, invoiceIssued, paymentFailed } from './billing-mails.ts'

type Db = Kysely<Tables>

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
export const monthText = (at: Date) => monthFormat.format(at)

/** To be called in the commit that is its reason. */
export async function tellAdministrators(tx: Db, companyId: string, mail: Mail): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('active', '=', true)
    .where('removed_at', 'is', null)
    .execute()
  for (const { id: userId } of people) await notify(tx, { companyId, userId }, 'billing', mail)
}

const noticeOf = (row: InvoiceRow): InvoiceNotice => ({
  ...{ number: row.number, paidBy: row.paidBy, isTest: row.isTest, isCard: row.paidBy !== 'Bank transfer' },
  amount: moneyText(row.total - row.credited, row.currency),
  month: monthText(new Date(`${row.period}T00:00:00Z`)),
  dueOn: dayFormat.format(row.dueAt),
})

/** Unless the profile that pays wants none. */
export async function tellOfInvoice(tx: Db, row: InvoiceRow, publicUrl: string): Promise<void> {
  const { rows } = await sql<{ receives: boolean }>`
    select p.receive_invoices as receives from invoices i join billing_profiles p on p.id = i.profile_id where i.id = ${row.id}`.execute(
    tx,
  )
  if (rows[0]?.receives !== false) await tellAdministrators(tx, row.companyId, invoiceIssued(noticeOf(row), publicUrl))
}

export const tellOfFailure = (tx: Db, row: InvoiceRow, reason: string, publicUrl: string): Promise<void> =>
  tellAdministrators(tx, row.companyId, paymentFailed({ ...noticeOf(row), reason }, publicUrl))
