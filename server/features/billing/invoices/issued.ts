/** What follows when an invoice is open, in the same commit: people are told, its payment is written down, and made afterwards. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { tellOfInvoice } from '../notices/notices.ts'
import { addPayment } from '../payments/payments.repository.ts'
import { findInvoice } from './invoices.repository.ts'
import type { Payer } from './payer.repository.ts'

type Issued = {
  readonly companyId: string
  readonly invoiceId: string
  readonly amount: number
  readonly currency: string
  readonly payer: Payer
  readonly publicUrl: string
}

export async function issued(tx: Kysely<Tables>, { payer, publicUrl, ...it }: Issued): Promise<void> {
  const { methodId } = payer
  const row = await findInvoice(tx, it, it.invoiceId)
  if (row !== null) await tellOfInvoice(tx, row, publicUrl)
  if (methodId !== null) await addPayment(tx, { ...it, id: uuid(), methodId, isConfirmed: false })
}
