import type { MessageWebhook, MessageWebhooks } from '../../outbound/message-webhook.ts'

/** Where the operator's own programs take SMS and WhatsApp messages; see README. @throws for an address that cannot be one. */
export function messageWebhooks(text: (name: string) => string | null): MessageWebhooks {
  const secret = text('MESSAGE_WEBHOOK_SECRET')
  const at = (name: string): MessageWebhook | null => {
    const url = text(name)
    if (url === null) return null
    if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
      throw new Error(`${name} must be an http or https URL.`)
    if (secret === null || secret.length < 16)
      throw new Error(`${name} needs MESSAGE_WEBHOOK_SECRET, at least 16 characters that sign every message.`)
    return { url, secret }
  }
  return { sms: at('SMS_WEBHOOK_URL'), whatsapp: at('WHATSAPP_WEBHOOK_URL') }
}
