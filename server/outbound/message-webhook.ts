/** SMS and WhatsApp by a program of the operator. Its address is the operator's own word from the environment, so it may be on a private network. */
import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { type OutboundProxy, operatorAgent } from './gateway/proxy.ts'
import type { MailOutcome, SendMail } from './mail.ts'

export type MessageWebhook = { readonly url: string; readonly secret: string }
export type MessageWebhooks = { readonly sms: MessageWebhook | null; readonly whatsapp: MessageWebhook | null }

/** Milliseconds until the connection is established. */
const connectLimit = 10_000
const replyTextMax = 1_000
/** Statuses that another try may change. */
const passing = [408, 425, 429]

/**
 * One POST a message: JSON with `id`, `channel`, `to` and `text`; the id is the same on every try and stands in `Idempotency-Key`, and the body is
 * signed in `X-Datacrane-Signature` (`sha256=` and the HMAC in hex). Any 2xx has taken it. Never throws.
 */
export function createWebhookSender(
  channel: 'sms' | 'whatsapp',
  { url, secret }: MessageWebhook,
  proxy: OutboundProxy | null = null,
): SendMail {
  const dispatcher = operatorAgent(proxy, connectLimit)
  return async ({ id, to, text }, signal): Promise<MailOutcome> => {
    const body = JSON.stringify({ id, channel, to, text })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': id,
      'x-datacrane-signature': `sha256=${signature}`,
    }
    try {
      const response = await request(url, { method: 'POST', headers, body, signal, dispatcher })
      const answer = await response.body.text()
      const { statusCode: status } = response
      if (status >= 200 && status < 300) return { type: 'accepted' }
      const said = `HTTP ${status} ${answer}`
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, replyTextMax)
      return { type: 'refused', said, isFinal: status >= 400 && status < 500 && !passing.includes(status) }
    } catch (thrown) {
      const said = thrown instanceof Error ? thrown.message.slice(0, replyTextMax) : "The provider didn't respond."
      return { type: 'refused', said, isFinal: false }
    }
  }
}

/** What sends them, as far as it is set. */
export const webhookSenders = (
  { sms, whatsapp }: MessageWebhooks,
  proxy: OutboundProxy | null,
): Partial<Record<'sms' | 'whatsapp', SendMail>> => ({
  ...(sms === null ? {} : { sms: createWebhookSender('sms', sms, proxy) }),
  ...(whatsapp === null ? {} : { whatsapp: createWebhookSender('whatsapp', whatsapp, proxy) }),
})
