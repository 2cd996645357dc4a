/** The header `Stripe-Signature`: `t=<seconds>,v1=<hex>`, several `v1` while a secret is changed. Over the bytes of the body. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that an event may be old, and that clocks may differ. */
export const tolerance = 300
const signaturesMax = 10

const isSame = (given: string, wanted: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const stripeSignature = (secret: string, at: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')

/** Whether one of the secrets signed the body, not long ago. @param now milliseconds. */
export function isSigned(header: string | undefined, body: Buffer, secrets: readonly string[], now: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value = '']) => value)
  const [time = ''] = valuesOf('t')
  const at = Number(time)
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1_000 - at) > tolerance) return false
  const given = valuesOf('v1').slice(0, signaturesMax)
  return secrets.some((secret) => given.some((it) => isSame(it, stripeSignature(secret, at, body))))
}
