import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { connectorListEndpoints } from '#contract/connectors/list/connector-list.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { withTitle } from '../../kit/with-title.ts'

/** The connectors of one person, all of them; without a person those that the caller sees. A failure is titled as the error catalogue has it, and says why below. */
export function listConnectors(access: Access, userId: string | undefined, signal: AbortSignal): Promise<ConnectorListItem[]> {
  const query = userId === undefined ? {} : { userId }
  return withTitle('connector/list-failed', call(connectorListEndpoints.list, { access, query, signal }))
}
