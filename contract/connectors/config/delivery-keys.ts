/** What the keys of deliveries are made of, by the same rule where a connector is configured, checked and run. */
import type { ConnectorConfig } from './config.ts'

export type DeliveryKeys = 'record' | 'run'

/** A schedule that reads over HTTP meets the same records again, and has to be the one that does not double them. */
export const keysByDefault = ({ trigger, source, destination }: ConnectorConfig): DeliveryKeys =>
  trigger.type === 'schedule' && source.type === 'http' && destination.type === 'http' ? 'record' : 'run'

/** As the configuration says, or its default. */
export const keysOf = (config: ConnectorConfig): DeliveryKeys => config.destination.keys ?? keysByDefault(config)

/** What the keys make of a run that sends everything again; empty where the destination is given none. */
export function keysSentence(config: ConnectorConfig): string {
  if (config.destination.type !== 'http') return ''
  return keysOf(config) === 'record'
    ? ' Unchanged records keep their Idempotency-Key: a destination that honours keys takes them once.'
    : ' Each run uses new keys, so the destination cannot recognise them.'
}
