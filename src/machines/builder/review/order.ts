/** What a dry run of a draft is asked with. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Draft } from '../draft/draft.ts'

/** `examples` stand in for the source. */
export type Order = {
  readonly connectorId: string
  readonly config: ConnectorConfig
  readonly examples?: readonly unknown[]
}

/** Of a webhook nobody can be asked: its examples are tried. */
export function orderOf({ connectorId, config, shapes }: Draft): Order {
  const order = { connectorId, config }
  return config.trigger.type === 'webhook' ? { ...order, examples: shapes.source?.examples ?? [] } : order
}
