/** The ways to pay that this installation offers: no card provider is connected, so both are settled outside of it. */
import type { PaymentOption } from '#contract/auth/registration.ts'

export const paymentOptions: readonly PaymentOption[] = [
  {
    id: 'invoice',
    type: 'invoice',
    name: 'Invoice',
    description:
      'Whoever operates this Datacrane invoices your company. No card provider is connected here, so cards cannot be taken.',
  },
  {
    id: 'bank-transfer',
    type: 'bank-transfer',
    name: 'Bank transfer in advance',
    description: 'Whoever operates this Datacrane tells you the account to transfer to.',
  },
]
