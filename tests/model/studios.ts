/** A connector as the studio reads it. */
import type { Connector, ConnectorDetails } from '../../contract/connector.ts'
import { shopDraft } from './drafts.ts'
import { orders } from './orders.ts'

/** `more` is what differs of its configuration. */
export function detailsOf(
  status: Connector['status'],
  more: Partial<ConnectorDetails['config']> = {},
  standing: Partial<Connector> = {},
): ConnectorDetails {
  const connector = orders(status, { liveVersion: status === 'Draft' ? null : 1, ...standing })
  const config = { ...shopDraft.config, name: connector.name, ...more }
  return {
    ...connector,
    connector,
    config,
    trigger: config.trigger,
    health: {
      level: 'healthy',
      reason: '5 records delivered and none failed in the last completed run.',
      runId: null,
      measuredAt: null,
    },
    undeployedChanges: [],
    failedDeployment: null,
    sourceConfiguration: config.source,
    destinationConfiguration: config.destination,
    dataMapping: config.dataMapping,
    enrichment: config.enrichment,
  }
}
