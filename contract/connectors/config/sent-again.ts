/** What a further run does with records that an earlier one delivered, by the configuration alone. */
import { addressOf } from './address.ts'
import type { ConnectorConfig } from './config.ts'
import { keysOf, onlyChangedOf } from './delivery-keys.ts'

type Config = Pick<ConnectorConfig, 'trigger' | 'source' | 'destination'>

/** Whether a cursor leaves out what was read before. */
const readsChanges = ({ source: { type, isList, listConfig, databaseConfig } }: Config): boolean =>
  type === 'database'
    ? databaseConfig?.cursorColumn !== undefined
    : type === 'http' && isList === true && listConfig?.incrementalConfig !== undefined

/** Whether each run reads and sends every record of its source. Of events, which come once, and of a system without an address it is false. */
export const sendsAllAgain = (config: Config): boolean =>
  config.trigger.type !== 'webhook' &&
  (addressOf(config.source) ?? '') !== '' &&
  !readsChanges(config) &&
  !onlyChangedOf(config as ConnectorConfig)

/** What the destination makes of a record that comes again: only what the configuration says of it. */
function repeatedText(config: Config): string {
  const { type, requestMethod = 'POST', honoursKeys, databaseConfig } = config.destination
  const ofRecord = keysOf(config as ConnectorConfig) === 'record'
  if (type === 'database') {
    const keys = databaseConfig?.keyColumns ?? []
    if (keys.length === 0) return 'The destination has no key columns, so rows may be added twice.'
    return `The destination uses the key ${keys.join(', ')}, so existing rows are updated.`
  }
  if (type === 'azure')
    return ofRecord
      ? 'Files of unchanged records keep their names and are replaced.'
      : 'The destination receives new files each time.'
  if (requestMethod === 'PUT') return 'PUT replaces what is at its URL, so repeats should add nothing.'
  if (requestMethod === 'DELETE') return 'Deleting a record again should change nothing.'
  if (honoursKeys === true && ofRecord) return 'The destination ignores repeats of unchanged records by their idempotency key.'
  const twice = requestMethod === 'PATCH' ? 'apply them twice' : 'create them twice'
  return honoursKeys === true
    ? `Each run uses new idempotency keys, so the destination may ${twice}.`
    : `The destination may ${twice}.`
}

/** "Each run reads and sends all records again. …"; null where a run does not. @param run what the sentence is about. */
export const sentAgainText = (config: Config, run: 'Each run' | 'The next run' = 'Each run'): string | null =>
  sendsAllAgain(config) ? `${run} reads and sends all records again. ${repeatedText(config)}` : null
