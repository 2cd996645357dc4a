/** The ways to pay that a sign-up may choose from, by `PAYMENTS`. */
import type { PaymentOption } from '#contract/auth/registration.ts'
import type { Config } from '#server/platform/config/config.ts'

export type PaymentSetting = Config['payments']

const ownTransfer: readonly PaymentOption[] = [
  {
    id: 'invoice',
    type: 'invoice',
    name: 'Invoice',
    description: 'You get an invoice after each month. Your operator must approve the plan first.',
  },
  {
    id: 'bank-transfer',
    type: 'bank-transfer',
    name: 'Bank transfer',
    description: 'You pay by bank transfer after each month. Your operator must approve the plan first.',
  },
]

const byCard = (description: string): readonly PaymentOption[] => [
  { id: 'card', type: 'card', name: 'Card', description },
  {
    id: 'invoice',
    type: 'invoice',
    name: 'Invoice',
    description: 'Your operator must approve invoices first. Until then, your company has the free plan.',
  },
]

const options: Readonly<Record<PaymentSetting, readonly PaymentOption[]>> = {
  none: ownTransfer,
  sandbox: byCard('TEST: no one is charged. Add a TEST card after you sign in. Until then, your company has the free plan.'),
  stripe: byCard('Add a card after you sign in. Until then, your company has the free plan.'),
}

export const paymentOptionsOf = (payments: PaymentSetting): readonly PaymentOption[] => options[payments]
