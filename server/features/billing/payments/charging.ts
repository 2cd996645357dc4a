/** Makes payments that were written down, each once: what a crash cut off is asked again under the same key. */
import type { Kysely } from 'kysely'

import { inOneCommit } from '../../../platform/database/commit.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { findInvoice, moveInvoice } from '../invoices/invoices.repository.ts'
import { tellOfFailure } from '../notices/notices.ts'
import { endPayment, type LeasedPayment, leasePayment } from './payments.repository.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'

type Deps = { readonly db: Kysely<Tables>; readonly provider: PaymentProvider; readonly publicUrl: string }

/** Milliseconds that a provider has. */
const lease = 60_000
const asksForPerson = 'Your bank wants you to confirm this payment. Press Pay Invoice and confirm it.'

async function conclude({ db, publicUrl }: Deps, payment: LeasedPayment, result: ChargeResult): Promise<void> {
  await inOneCommit(db, async (tx) => {
    const { id, invoiceId } = payment
    if (result.status === 'succeeded') {
      if (await endPayment(tx, id, { status: 'succeeded', reason: null, ref: result.ref }))
        await moveInvoice(tx, invoiceId, { type: 'provider.succeeded' }, { paidAt: await databaseNow(tx) })
      return
    }
    const reason = result.status === 'failed' ? result.reason : asksForPerson
    if (!(await endPayment(tx, id, { status: result.status, reason, ref: null }))) return
    await moveInvoice(tx, invoiceId, { type: 'provider.failed' }, { failure: reason })
    const row = await findInvoice(tx, { companyId: payment.companyId }, invoiceId)
    if (row !== null) await tellOfFailure(tx, row, reason, publicUrl)
  })
}

/** Of one invoice, or all that wait. */
export async function chargePending(deps: Deps, invoiceId: string | null = null): Promise<void> {
  for (;;) {
    const payment = await leasePayment(deps.db, lease, invoiceId)
    if (payment === null) return
    const { id: key, methodRef, amount, currency, isConfirmed } = payment
    await conclude(deps, payment, await deps.provider.charge({ key, methodRef, amount, currency, isConfirmed }))
  }
}
