/** The fields of a billing profile as they are written in its dialog. */
import type { PaymentProviderName } from '#contract/billing/payment-methods.ts'
import type { BillingProfile } from '#contract/billing/profiles.ts'
import type { Entry } from '../../../machines/kit/entry-dialog.machine.ts'

const written = (isOn: boolean) => (isOn ? 'yes' : '')

/** What the dialog of a card begins with. */
type CardEntry = { readonly provider: PaymentProviderName; readonly holder: string }

/** @param primary whose address is the billing account's. */
export const newEntry = (primary: BillingProfile | undefined, card: CardEntry): Entry => ({
  ...card,
  ...{
    id: '',
    name: '',
    receiveInvoices: 'yes',
    country: primary?.country ?? '',
    vatNumber: '',
    address: '',
    methodId: '',
    isPrimary: '',
  },
  ...{ isSameAddress: '', billingAddress: primary?.address ?? '' },
})

export const entryOf = (it: BillingProfile, primary: BillingProfile | undefined, card: CardEntry): Entry => ({
  ...card,
  ...{
    id: it.id,
    name: it.name,
    country: it.country ?? '',
    vatNumber: it.vatNumber,
    address: it.address,
    methodId: it.methodId ?? '',
  },
  ...{ receiveInvoices: written(it.receiveInvoices), isPrimary: written(it.isPrimary), revision: String(it.revision) },
  ...{ isSameAddress: '', billingAddress: primary?.id === it.id ? '' : (primary?.address ?? '') },
})
