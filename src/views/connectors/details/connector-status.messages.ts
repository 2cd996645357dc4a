import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import { type HealthLevel, healthNames } from '#contract/connectors/details/health.ts'
import type { ConfigPart } from '#contract/connectors/runs/timeline.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { listed } from '../../kit/format/listed.ts'

const counted = countedIn('en')

/** What lists say of a connector. */
export const connectorStatusMessages = {
  status: {
    Draft: 'Draft',
    Deploying: 'Deploying',
    Active: 'Active',
    Pause: 'Paused',
    Failed: 'Failed',
  } satisfies Record<ConnectorStatus, string>,
  health: healthNames satisfies Record<HealthLevel, string>,
  parts: {
    name: 'name',
    trigger: 'trigger',
    source: 'source',
    records: 'filter',
    enrichment: 'enrichment',
    dataMapping: 'field mapping',
    destination: 'destination',
    routes: 'destinations',
  } satisfies Record<ConfigPart, string>,
  undeployed: (parts: readonly string[]) => `Undeployed changes: ${listed(parts)}.`,
  review: 'Review and deploy',
  failedDeployment: (message: string) => `Deployment failed: ${message}`,
  failedField: (path: string, message: string) => `${path} ${message}`,
  heldEvents: counted({ one: '# event waiting', other: '# events waiting' }),
  noAddress: 'no URL yet',
}
