/** Limits, events and texts of outgoing webhooks. `worklist.md` C-5, `studio-account-settings.md` section 9. */
import { isMetadataHeader } from '../kit/web-address.ts'

export const webhookEvents = [
  'user.created',
  'user.updated',
  'user.deleted',
  'integration.started',
  'integration.completed',
  'integration.failed',
  'system.alert',
  'system.maintenance',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** Of a delivery that a person asked for, to see whether the endpoint answers. */
export const webhookTest = 'webhook.test'

export const webhookLimits = {
  perCompany: 20,
  nameMax: 128,
  urlMax: 2_000,
  headersMax: 20,
  headerNameMax: 128,
  headerValueMax: 2_000,
  /** Hours that the secret before a replacement still signs. */
  overlapHours: 24,
  /** Deliveries of an endpoint that are kept and listed. */
  logged: 100,
  /** Characters of a response that are kept. */
  responseMax: 1_000,
  /** Days of failures alone after which an endpoint is switched off. */
  daysUntilOff: 5,
} as const

/** Milliseconds from each failed try to the next one; after the last of them a delivery has failed. */
export const webhookPauses = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000] as const

/** What no header of a company may be: it would change who the call is from, where it goes or how it is read, or open a metadata service. */
export const isOwnHeader = (name: string): boolean =>
  isMetadataHeader(name) ||
  /^(webhook-.*|svix-.*|host|content-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/i.test(
    name,
  )
export const isHeaderName = (name: string): boolean => /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name)
export const isHeaderValue = (value: string): boolean => /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(value)

export const webhookTexts = {
  url: 'Please enter a valid URL',
  closed: 'Datacrane can’t call this address. Enter a public address, or request a private endpoint',
  headersElsewhere: 'Please enter the header values again, because the URL has changed',
  header: "Please enter a header name and a value in plain characters. Reserved headers can't be set",
} as const
