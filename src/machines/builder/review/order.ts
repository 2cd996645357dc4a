/** What a dry run of a draft is asked with. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Draft } from '../draft/draft.ts'
import { missingOf } from '../draft/missing.ts'

/** `examples` stand in for the source. */
export type Order = {
  readonly connectorId: string
  readonly config: ConnectorConfig
  readonly examples?: readonly unknown[]
}

/** Requests that change nothing at the other system; others are sent only by a press. */
const isReading = (method: ConnectorConfig['source']['requestMethod']) =>
  method === undefined || method === 'GET' || method === 'HEAD'

/** Whether a dry run may begin without a press: nothing is missing, and all its requests only read. */
export function isTriedUnasked(draft: Draft): boolean {
  const { source, trigger, enrichment } = draft.config
  return (
    Object.values(missingOf(draft)).flat().length === 0 &&
    (trigger.type === 'webhook' ? (draft.shapes.source?.examples.length ?? 0) > 0 : isReading(source.requestMethod)) &&
    enrichment.every(({ requestMethod }) => isReading(requestMethod))
  )
}

/** Of a webhook nobody can be asked: its examples are tried. */
export function orderOf({ connectorId, config, shapes }: Draft): Order {
  const order = { connectorId, config }
  return config.trigger.type === 'webhook' ? { ...order, examples: shapes.source?.examples ?? [] } : order
}
