/** How a saved card is written: "Visa ••4242". */
import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import { paymentMessages as messages } from './payments.messages.ts'

export const cardName = ({ card: { brand, last4 } }: Pick<PaymentMethod, 'card'>) =>
  messages.cardOf(Object.hasOwn(messages.brands, brand) ? (messages.brands[brand] ?? brand) : brand, last4)
