/** What the keys of deliveries are made of, by the same rule where a connector is configured, checked and run. */
import { addressOf } from './address.ts'
import type { ConnectorConfig } from './config.ts'

type Config = Pick<ConnectorConfig, 'trigger' | 'source' | 'destination'>

export type DeliveryKeys = 'record' | 'run'

/** A schedule that reads over HTTP meets the same records again, and has to be the one that does not double them. */
export const keysByDefault = ({ trigger, source, destination }: Config): DeliveryKeys =>
  trigger.type === 'schedule' && source.type === 'http' && destination.type === 'http' ? 'record' : 'run'

/** As the configuration says, or its default. */
export const keysOf = (config: Config): DeliveryKeys => config.destination.keys ?? keysByDefault(config)

/** What the keys make of a run that sends everything again; empty where the destination is given none. */
export function keysSentence(config: Config): string {
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
export function onlyChangedByDefault({ trigger, source, destination }: Config): boolean {
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
export const onlyChangedOf = (config: Config): boolean => config.destination.onlyChanged ?? onlyChangedByDefault(config)

/** Whether a cursor leaves out what was read before. */
const readsChanges = ({ source: { type, isList, listConfig, databaseConfig } }: Config): boolean =>
  type === 'database'
    ? databaseConfig?.cursorColumn !== undefined
    : type === 'nats' || (type === 'http' && isList === true && listConfig?.incrementalConfig !== undefined)

/** Whether each run reads and sends every record of its source. Of events, which come once, and of a system without an address it is false. */
export const sendsAllAgain = (config: Config): boolean =>
  config.trigger.type !== 'webhook' && (addressOf(config.source) ?? '') !== '' && !readsChanges(config) && !onlyChangedOf(config)

const onlyChangesAdvice = 'To leave unchanged records out, set “Send only changes” under Advanced in the Destination step.'

/** What the destination makes of a record that comes again: only what the configuration says of it. */
function repeatedText(config: Config): string {
  const { type, requestMethod = 'POST', honoursKeys, databaseConfig } = config.destination
  const ofRecord = keysOf(config) === 'record'
  if (type === 'database') {
    const keys = databaseConfig?.keyColumns ?? []
    if (keys.length === 0) return 'The destination has no key columns, so rows may be added twice.'
    return `The destination uses the key ${keys.join(', ')}, so existing rows are updated.`
  }
  if (type === 'azure')
    return ofRecord
      ? 'Files of unchanged records keep their names and are replaced.'
      : 'The destination receives new files each time.'
  if (type === 'nats') return 'The stream receives new messages each time.'
  if (requestMethod === 'PUT') return 'PUT replaces what is at its URL, so repeats should add nothing.'
  if (requestMethod === 'DELETE') return 'Deleting a record again should change nothing.'
  if (honoursKeys === true && ofRecord) return 'The destination ignores repeats of unchanged records by their idempotency key.'
  const twice = requestMethod === 'PATCH' ? 'apply them twice' : 'create them twice'
  if (honoursKeys === true) return `Each run uses new idempotency keys, so the destination may ${twice}.`
  const isWhole = config.source.listConfig?.outputConfig?.strategy === 'aggregate'
  return isWhole ? `The destination may ${twice}.` : `The destination may ${twice}. ${onlyChangesAdvice}`
}

/** "Each run reads and sends all records again. …"; null where a run does not. @param run what the sentence is about. */
export const sentAgainText = (config: Config, run: 'Each run' | 'The next run' = 'Each run'): string | null =>
  sendsAllAgain(config) ? `${run} reads and sends all records again. ${repeatedText(config)}` : null
