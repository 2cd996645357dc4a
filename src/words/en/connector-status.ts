import type { ConnectorStatus } from '../../../contract/connector.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** What lists say of a connector. */
export const connectorStatus = {
  status: {
    Draft: 'Draft',
    Deploying: 'Deploying',
    Active: 'Active',
    Pause: 'Paused',
    Failed: 'Failed',
  } satisfies Record<ConnectorStatus, string>,
  heldEvents: counted({ one: '# event held', other: '# events held' }),
  noAddress: 'no address yet',
}
