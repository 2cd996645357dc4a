/** What is written of a webhook, as text by field, and the form that is sent. */

import { webAddressFault } from '#contract/kit/web-address.ts'
import type { Webhook, WebhookForm } from '#contract/settings/webhook.ts'
import type { WebhookEvent } from '#contract/settings/webhook-limits.ts'
import { isHeaderName, isHeaderValue, isOwnHeader, webhookEvents, webhookTexts } from '#contract/settings/webhook-limits.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'
import { createSecretEntryMachine } from './secret-entry.ts'

export type WebhookField = 'name' | 'url' | 'events' | 'enabled' | 'headers'

/** Stands for the value of a header that is stored: it is sent to nobody but the receiver. */
export const unchangedValue = '••••'

const written = (entry: Entry, field: WebhookField) => entry[field] ?? ''

/** The events that are chosen, in the order of the catalogue. */
export const eventsOf = (entry: Entry): WebhookEvent[] => {
  const chosen = written(entry, 'events').split(' ')
  return webhookEvents.filter((event) => chosen.includes(event))
}

/** The text of the events with one more or one less. */
export const withEvent = (entry: Entry, event: WebhookEvent, isOn: boolean): string =>
  webhookEvents.filter((each) => (each === event ? isOn : eventsOf(entry).includes(each))).join(' ')

/** What the dialog begins with. */
export const webhookEntryOf = (of: Webhook | null): Entry => ({
  name: of?.name ?? '',
  url: of?.url ?? '',
  events: of?.events.join(' ') ?? '',
  enabled: of?.enabled === false ? '' : 'yes',
  headers: Object.keys(of?.headers ?? {})
    .map((name) => `${name}: ${unchangedValue}`)
    .join('\n'),
})

/** Lines of `Name: value`; one without a colon has no value. */
const headerLines = (entry: Entry): (readonly [string, string])[] =>
  written(entry, 'headers')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf(':')
      return at < 0 ? [line.trim(), '\n'] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })

const isHeader = ([name, value]: readonly [string, string]) =>
  isHeaderName(name) && !isOwnHeader(name) && (value === unchangedValue || isHeaderValue(value))

/** What keeps a field from being sent; undefined where nothing does, and of a field that has not been written. */
export function faultOfWebhookField(entry: Entry, field: WebhookField): string | undefined {
  const url = written(entry, 'url').trim()
  if (field === 'url' && url !== '' && webAddressFault(url) !== null) return webhookTexts.url
  if (field === 'headers' && !headerLines(entry).every(isHeader)) return webhookTexts.header
  return undefined
}

export const isWebhookComplete = (entry: Entry): boolean =>
  written(entry, 'name').trim() !== '' &&
  webAddressFault(written(entry, 'url').trim()) === null &&
  eventsOf(entry).length > 0 &&
  faultOfWebhookField(entry, 'headers') === undefined

export const webhookFormOf = (entry: Entry): WebhookForm => ({
  name: written(entry, 'name').trim(),
  url: written(entry, 'url').trim(),
  events: eventsOf(entry),
  enabled: written(entry, 'enabled') !== '',
  headers: Object.fromEntries(
    headerLines(entry).map(([name, value]) => [name, value === unchangedValue ? { set: true, last4: '' } : value]),
  ),
})

/** One webhook of the company. */
export const webhookMachine = createSecretEntryMachine({ id: 'webhook', isComplete: isWebhookComplete })
