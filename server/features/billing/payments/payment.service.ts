/** Saved cards, and the payment of an invoice that failed. */
import { v7 as uuid } from 'uuid'

import type { Invoice } from '#contract/billing/invoices.ts'
import type { PaymentMethod, PaymentMethods, TestCard } from '#contract/billing/payment-methods.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { findInvoice, lockInvoice, moveInvoice, toInvoice } from '../invoices/invoices.repository.ts'
import { chargePending } from './charging.ts'
import { addMethod, brandOf, findMethod, listMethods, methodName, removeMethod, toMethod } from './methods.repository.ts'
import { addPayment, lastPaymentStatus, setMethodOfInvoice } from './payments.repository.ts'
import { requestCardRemoval } from './provider-removals.ts'

type Deps = Parameters<typeof chargePending>[0]

/** Years that a test card is good for. */
const testCardYears = 3

export function createPaymentService(deps: Deps) {
  const { db, provider } = deps
  return {
    async list({ companyId }: Caller): Promise<PaymentMethods> {
      // A card that was typed on the provider's page meanwhile. Without the provider those are shown that are known.
      await provider.cards?.collect(companyId).catch(() => {})
      const rows = await listMethods(db, companyId, provider.name)
      return { provider: provider.name, paymentMethods: rows.map(toMethod) }
    },

    /** @throws `payment-method/no-provider` where there is no sandbox. */
    async addTestCard(
      { companyId, userId }: Caller,
      id: string,
      it: { card: TestCard; holder: string },
      audit: Audit,
    ): Promise<PaymentMethod> {
      if (provider.testCard === null) throw refusal('payment-method/no-provider')
      const { ref: providerRef, brand, last4 } = provider.testCard(it.card)
      return inOneCommit(db, async (tx) => {
        const known = await findMethod(tx, { companyId, id })
        if (known !== null) return toMethod(known)
        const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
        const now = await databaseNow(tx)
        const expires = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + testCardYears }
        await addMethod(tx, {
          id,
          companyId,
          provider: provider.name,
          providerRef,
          brand,
          last4,
          holder: it.holder.trim(),
          email,
          ...expires,
        })
        await audit(tx, { target: { type: 'paymentMethod', id }, after: { card: methodName({ brand, last4 }) } })
        const row = await findMethod(tx, { companyId, id })
        if (row === null) throw refusal('payment-method/not-found')
        return toMethod(row)
      })
    },

    /** @throws `payment-method/no-provider`, `payment-method/provider-away`. */
    async beginCard({ companyId, userId }: Caller, id: string, audit: Audit): Promise<{ url: string }> {
      const { cards } = provider
      if (cards === null) throw refusal('payment-method/no-provider')
      const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
      const url = await cards.begin({ companyId, id, email }).catch((cause: unknown) => {
        throw refusal('payment-method/provider-away', undefined, { cause })
      })
      await inOneCommit(db, (tx) => audit(tx, { target: { type: 'company', id: companyId } }))
      return { url }
    },

    async remove({ companyId }: Caller, id: string, audit: Audit): Promise<{ success: true }> {
      await inOneCommit(db, async (tx) => {
        if (!(await removeMethod(tx, { companyId, id }))) throw refusal('payment-method/not-found')
        await requestCardRemoval(tx, { companyId, id })
        await audit(tx, { target: { type: 'paymentMethod', id } })
      })
      return { success: true }
    },

    /** Only after a payment that failed; whoever asks meanwhile or again gets what becomes of it. */
    async pay(
      { companyId }: Caller,
      invoiceId: string,
      { methodId, isConfirmed }: { readonly methodId: string; readonly isConfirmed: boolean },
      audit: Audit,
    ): Promise<{ invoice: Invoice; needsConfirmation: boolean; redirectTo: string | null }> {
      await inOneCommit(db, async (tx) => {
        const row = await lockInvoice(tx, { companyId }, invoiceId)
        if (row === null) throw refusal('invoice/not-found')
        if (row.kind !== 'invoice' || row.status === 'void') throw refusal('invoice/not-now')
        if (row.status !== 'failed') return
        const method = await findMethod(tx, { companyId, id: methodId })
        if (method === null || method.provider !== provider.name) throw refusal('payment-method/not-found')
        const id = uuid()
        await moveInvoice(tx, invoiceId, { type: 'person.paid' })
        const card = { lastFour: method.last4, type: brandOf(method.brand) }
        await setMethodOfInvoice(tx, { invoiceId, name: methodName(method), card, paymentId: id })
        const amount = row.total - row.credited
        await addPayment(tx, { id, companyId, invoiceId, methodId, amount, currency: row.currency, isConfirmed })
        await audit(tx, { target: { type: 'invoice', id: invoiceId }, after: { payment: id, card: methodName(method) } })
      })
      // What nothing is known of yet is in process, and is asked again by the job.
      const redirectTo = await chargePending(deps, invoiceId).catch(() => null)
      const now = await findInvoice(db, { companyId }, invoiceId)
      if (now === null) throw refusal('invoice/not-found')
      return {
        invoice: toInvoice(now),
        redirectTo,
        needsConfirmation: now.status === 'failed' && (await lastPaymentStatus(db, invoiceId)) === 'action',
      }
    },
  }
}
