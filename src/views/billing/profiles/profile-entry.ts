/** The fields of a billing profile as they are written in its dialog. */
import type { BillingProfile } from '#contract/billing/profiles.ts'
import type { Entry } from '../../../machines/kit/entry-dialog.machine.ts'

const written = (isOn: boolean) => (isOn ? 'yes' : '')

/** @param primary whose address is the billing account's. */
export const newEntry = (primary: BillingProfile | undefined): Entry => ({
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

export const entryOf = (it: BillingProfile, primary: BillingProfile | undefined): Entry => ({
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
