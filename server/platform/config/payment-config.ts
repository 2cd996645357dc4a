/** How invoices are paid, and what the card provider is called with. */
import { type PaymentSetting, paymentSettings } from '#contract/billing/payment-methods.ts'

export type StripeSettings = {
  readonly secretKey: string
  /** Of the endpoint that Stripe sends events to; two while it is changed. None: no event is taken, and what became of payments is asked. */
  readonly webhookSecrets: readonly string[]
  /** Where its API is. */
  readonly base: string
}

export type PaymentConfig = {
  readonly payments: PaymentSetting
  /** Null unless `payments` is `stripe`. */
  readonly stripe: StripeSettings | null
}

const base = 'https://api.stripe.com'

/** @throws an Error that names the variable and says what it takes. */
export function paymentConfig(text: (name: string) => string | null, sandbox: boolean): PaymentConfig {
  const value = text('PAYMENTS') ?? (sandbox ? 'sandbox' : 'none')
  const payments = paymentSettings.find((it) => it === value)
  if (payments === undefined) throw new Error(`PAYMENTS must be one of ${paymentSettings.join(', ')}, not "${value}".`)
  if (payments !== 'stripe') return { payments, stripe: null }
  const secretKey = text('STRIPE_SECRET_KEY')
  if (secretKey === null || !/^(?:sk|rk)_(?:test|live)_\w+$/.test(secretKey))
    throw new Error(
      'PAYMENTS=stripe needs STRIPE_SECRET_KEY, the secret key of your account that starts with sk_live_ or sk_test_.',
    )
  const webhookSecrets = (text('STRIPE_WEBHOOK_SECRET') ?? '').split(',').flatMap((it) => (it.trim() === '' ? [] : [it.trim()]))
  if (webhookSecrets.length > 2) throw new Error('STRIPE_WEBHOOK_SECRET can contain at most two secrets, separated by a comma.')
  return { payments, stripe: { secretKey, webhookSecrets, base } }
}
