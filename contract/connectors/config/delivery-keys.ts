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
    ? ' Unchanged records keep their Idempotency-Key. Destinations that support keys accept them only once.'
    : " Each run uses new keys, so the destination can't recognize repeats."
}

/** Methods whose request may come again without a second effect. */
const repeatable: readonly (string | undefined)[] = ['PUT', 'DELETE']

/**
 * A schedule reads the same records again and again. Where the destination knows no keys, each of them would be made there once more in every run. A
 * delivery of the whole list is not thinned out, and keys of the run say that each run is to have its effects.
 */
export function onlyChangedByDefault({ trigger, source, destination }: ConnectorConfig): boolean {
  const { type, honoursKeys, requestMethod, keys } = destination
  const isWhole = source.listConfig?.outputConfig?.strategy === 'aggregate'
  return (
    trigger.type === 'schedule' &&
    type === 'http' &&
    honoursKeys !== true &&
    keys !== 'run' &&
    !repeatable.includes(requestMethod) &&
    !isWhole
  )
}

/** Whether a record is left out whose version was delivered before: as the configuration says, or its default. */
export const onlyChangedOf = (config: ConnectorConfig): boolean => config.destination.onlyChanged ?? onlyChangedByDefault(config)
