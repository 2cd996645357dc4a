/** Joins billing profiles, saved cards and payments to their calls. */
import { invoiceEndpoints } from '#contract/billing/invoices.ts'
import { paymentMethodEndpoints, testCards } from '#contract/billing/payment-methods.ts'
import { billingProfileEndpoints, type ProfileForm } from '#contract/billing/profiles.ts'
import { invoicePaymentMachine, type PayableInvoice } from '../../machines/billing/invoice-payment.machine.ts'
import { type AddedCard, profileEntryMachine } from '../../machines/billing/profile-entry.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { withTitle } from '../kit/with-title.ts'

const confirmElsewhere = 'Confirm the payment on the page of your bank. The invoice is in process until then.'

/** Milliseconds between two readings. */
const refreshPause = 10_000

export const profileListMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { data } = await withTitle('account/billing-profiles-failed', call(billingProfileEndpoints.list, { access, signal }))
    return { items: data, total: data.length }
  }).provide({ delays: { refreshPause } })

export const methodListMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(paymentMethodEndpoints.list, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

/** For those who may not see cards: there are none. */
export const noMethodsMachine = listOf(async () => ({ items: [], total: 0 }))

const formOf = (entry: Entry): ProfileForm => ({
  name: (entry['name'] ?? '').trim(),
  receiveInvoices: entry['receiveInvoices'] === 'yes',
  country: entry['country'] || null,
  vatNumber: (entry['vatNumber'] ?? '').trim(),
  address: entry['isSameAddress'] === 'yes' ? (entry['billingAddress'] ?? '') : (entry['address'] ?? ''),
  methodId: entry['methodId'] || null,
  isPrimary: entry['isPrimary'] === 'yes',
})

function save(access: Access, entry: Entry, signal: AbortSignal): Promise<unknown> {
  const id = entry['id'] ?? ''
  const body = formOf(entry)
  if (id === '')
    return withTitle(
      'account/billing-create-failed',
      call(billingProfileEndpoints.create, { access, body, signal, patience: once }),
    )
  const revision = Number(entry['revision'])
  return withTitle(
    'account/billing-update-failed',
    call(billingProfileEndpoints.update, { access, params: { id }, body: { ...body, revision }, signal }),
  )
}

/** A card of the sandbox is saved here. One of a provider is typed on its page, in another tab, so that the profile stays as it was written. */
async function addCard(access: Access, { provider, card, holder = '' }: Entry, signal: AbortSignal): Promise<AddedCard> {
  if (provider === 'sandbox') {
    const body = { card: testCards.find((it) => it === card) ?? 'succeeds', holder: holder.trim() }
    const { id } = await call(paymentMethodEndpoints.add, { access, signal, patience: once, body })
    return { methodId: id }
  }
  const { url } = await call(paymentMethodEndpoints.begin, { access, signal, patience: once })
  // Where the browser opens no second tab, the card is added under Payment Methods.
  window.open(url, '_blank', 'noopener')
  return { methodId: null }
}

export const profileEntryFor = (access: Access, announce: { readonly saved: () => void; readonly card: () => void }) =>
  profileEntryMachine.provide({
    actors: {
      saveProfile: actorFrom((entry, signal) => save(access, entry, signal)),
      addCard: actorFrom((entry, signal) => addCard(access, entry, signal)),
    },
    actions: { announceSaved: announce.saved, announceCard: announce.card },
  })

export const profileRemovalMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: ({ id }, signal) =>
      withTitle('account/billing-delete-failed', call(billingProfileEndpoints.remove, { access, params: { id }, signal })),
    announce,
  })

export const cardRemovalMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: ({ id }, signal) => call(paymentMethodEndpoints.remove, { access, params: { id }, signal }),
    announce,
  })

/** Leaves for the page of the card provider. */
export const cardPageMachine = (access: Access) =>
  confirmedActionOf({
    act: async (_, signal) => {
      const { url } = await call(paymentMethodEndpoints.begin, { access, signal, patience: once })
      location.assign(url)
    },
    announce: () => {},
  })

export const testCardMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ card, holder = '' }, signal) =>
      call(paymentMethodEndpoints.add, {
        ...{ access, signal, patience: once },
        body: { card: testCards.find((it) => it === card) ?? 'succeeds', holder: holder.trim() },
      }),
    isValid: ({ holder = '' }) => holder.trim() !== '',
    announce,
  })

export const invoicePaymentFor = (access: Access, announce: (invoice: PayableInvoice) => void) =>
  invoicePaymentMachine.provide({
    actors: {
      pay: actorFrom(async ({ id, methodId, isConfirmed }, signal) => {
        const body = { methodId, isConfirmed }
        const { invoice, needsConfirmation, redirectTo } = await call(invoiceEndpoints.pay, {
          ...{ access, params: { id }, body, signal },
        })
        if (redirectTo !== null) {
          location.assign(redirectTo)
          return { failure: confirmElsewhere, needsConfirmation: false }
        }
        return { failure: invoice.status === 'failed' ? invoice.failure : null, needsConfirmation }
      }),
    },
    actions: { announcePaid: (_, { invoice }) => announce(invoice) },
  })
