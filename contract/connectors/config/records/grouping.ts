/** Which connectors can group records. It holds no schema, so that pages may import it. */
import type { ConnectorConfig } from '../config.ts'

/** Why records of a connector cannot be grouped, as a sentence without its full stop; null where they can. */
export function ungroupableBecause({ trigger, source }: Pick<ConnectorConfig, 'trigger' | 'source'>): string | null {
  if (trigger.type === 'webhook') return 'Webhook events have no end, so no group of them is ever complete'
  if (source.type === 'nats') return 'Messages of a stream have no end, so no group of them is ever complete'
  const readsChanges = source.databaseConfig?.cursorColumn !== undefined || source.listConfig?.incrementalConfig !== undefined
  if (readsChanges)
    return 'Each run reads only changes, so groups would contain only the changed records. Read all records in each run to group them'
  if ((source.parts ?? 1) > 1) return 'A source that is read in parts has no groups. Set the parts to 1 to group records'
  return null
}
