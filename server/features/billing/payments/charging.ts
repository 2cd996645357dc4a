/** Makes payments that were written down, each once: what a crash cut off is asked again under the same key. */
import type { Kysely } from 'kysely'

import { inOneCommit } from '../../../platform/database/commit.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { findInvoice, moveInvoice } from '../invoices/invoices.repository.ts'
import { tellOfFailure } from '../notices/notices.ts'
import { awaitPerson, endPayment, type LeasedPayment, leasePayment } from './payments.repository.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'
import { createSandboxProvider, noProviderReason } from './sandbox-provider.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly provider: PaymentProvider
  readonly publicUrl: string
  /** A test lets the process die here. */
  readonly afterCharge?: () => void
}

/** Milliseconds that a provider has. */
const lease = 60_000
/** Milliseconds between two looks at a payment that the person confirms. */
const waitForPerson = 60_000
const asksForPerson = 'Your bank requires a confirmation. Select Pay Invoice to confirm the payment.'

async function conclude({ db, publicUrl }: Deps, payment: LeasedPayment, result: ChargeResult): Promise<void> {
  await inOneCommit(db, async (tx) => {
    const { id, invoiceId } = payment
    if (result.status === 'succeeded') {
      if (await endPayment(tx, id, { status: 'succeeded', reason: null, ref: result.ref }))
        await moveInvoice(tx, invoiceId, { type: 'provider.succeeded' }, { paidAt: await databaseNow(tx) })
      return
    }
    if (result.status === 'redirect') {
      await awaitPerson(tx, id, result.ref, waitForPerson)
      return
    }
    const reason = result.status === 'failed' ? result.reason : asksForPerson
    if (!(await endPayment(tx, id, { status: result.status, reason, ref: null }))) return
    await moveInvoice(tx, invoiceId, { type: 'provider.failed' }, { failure: reason })
    const row = await findInvoice(tx, { companyId: payment.companyId }, invoiceId)
    if (row !== null) await tellOfFailure(tx, row, reason, publicUrl)
  })
}

/** A payment stays with the provider that keeps its card, whatever is configured meanwhile: nobody else knows what became of it. */
const otherProvider = "This card's payment provider is no longer connected. Add another card to pay."
/** It needs the database only, so it can be asked always. */
const sandbox = 'sandbox'

async function resultOf({ db, provider: current }: Deps, payment: LeasedPayment): Promise<ChargeResult | null> {
  const { id: key, ref, isLate, isNew } = payment
  if (isNew && payment.provider !== current.name)
    return { status: 'failed', reason: current.name === 'none' ? noProviderReason : otherProvider }
  const provider = payment.provider === current.name ? current : createSandboxProvider(db)
  return ref === null ? provider.charge({ ...payment, key }) : provider.look(ref, isLate)
}

/**
 * Of one invoice, or all that wait. One of which nothing is known holds up no other, and is asked again when its lease is over.
 * @returns the page on which the person confirms the payment of the invoice; null where there is none.
 */
export async function chargePending(deps: Deps, invoiceId: string | null = null): Promise<string | null> {
  let page: string | null = null
  let unknown: unknown = null
  for (;;) {
    const payment = await leasePayment(deps.db, { lease, invoiceId, providers: [deps.provider.name, sandbox] })
    if (payment === null) break
    try {
      const result = await resultOf(deps, payment)
      deps.afterCharge?.()
      if (result?.status === 'redirect') page = result.url
      if (result === null) await awaitPerson(deps.db, payment.id, payment.ref ?? '', waitForPerson)
      else await conclude(deps, payment, result)
    } catch (thrown) {
      unknown ??= thrown
    }
  }
  if (unknown !== null) throw unknown
  return page
}
