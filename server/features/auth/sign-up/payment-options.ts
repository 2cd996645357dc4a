/** The ways to pay that this installation offers: no card provider is connected, so both are settled outside of it. */
import type { PaymentOption } from '#contract/auth/registration.ts'

export const paymentOptions: readonly PaymentOption[] = [
  {
    id: 'invoice',
    type: 'invoice',
    name: 'Invoice',
    description:
      'The operator of this Datacrane invoices your company. You cannot pay by card, because no card provider is connected.',
  },
  {
    id: 'bank-transfer',
    type: 'bank-transfer',
    name: 'Bank transfer in advance',
    description: 'The operator of this Datacrane tells you the account to transfer to.',
  },
]
