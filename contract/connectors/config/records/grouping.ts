/** Which connectors can group records. It holds no schema, so that pages may import it. */
import type { ConnectorConfig } from '../config.ts'

/** Why records of a connector cannot be grouped, as a sentence without its full stop; null where they can. */
export function ungroupableBecause({ trigger, source }: Pick<ConnectorConfig, 'trigger' | 'source'>): string | null {
  if (trigger.type === 'webhook') return 'Webhook events never end, so their groups are never complete'
  if (source.type === 'nats') return 'Stream messages never end, so their groups are never complete'
  const readsChanges = source.databaseConfig?.cursorColumn !== undefined || source.listConfig?.incrementalConfig !== undefined
  if (readsChanges)
    return 'Each run reads only changes, so groups would contain only the changed records. Read all records in each run to group them'
  if ((source.parts ?? 1) > 1) return 'Groups need a source that is read as a whole. Set the parts to 1'
  return null
}
