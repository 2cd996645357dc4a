/** Which two systems a configuration joins. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import type { Systems } from './templates.repository.ts'

type Side = Pick<ConnectorConfig['source'], 'type' | 'url' | 'databaseConfig' | 'azureConfig' | 'natsConfig'>

function addressOf({ type, url = '', databaseConfig, azureConfig, natsConfig }: Side): string {
  if (type === 'nats') return natsConfig ? 'nats' : ''
  if (type === 'database') return databaseConfig?.engine ?? ''
  return type === 'azure' ? (azureConfig?.endpoint ?? '') : url
}

const nameOf = (side: Side) => systemNameOf({ url: addressOf(side), type: side.type })

export const systemsOf = ({ trigger, source, destination }: ConnectorConfig): Systems => ({
  source: trigger.type === 'webhook' ? 'Webhook' : nameOf(source),
  destination: nameOf(destination),
})
