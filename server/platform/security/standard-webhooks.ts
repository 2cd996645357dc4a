/** The secret and the signature of Standard Webhooks, for what comes in and for what goes out (threat T-WH). */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 24

export const newWebhookSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/** Of one request under one secret. @param timestamp seconds. */
export function standardSignature(secret: string, id: string, timestamp: string, body: Buffer | string): string {
  const hmac = createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
