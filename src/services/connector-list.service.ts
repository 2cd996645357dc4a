import type { ConnectorListItem } from '../../contract/connector.ts'
import { connectorListEndpoints } from '../../contract/connector-list.ts'
import { type Access, call } from './http.ts'

/** The connectors of one person, all of them. */
export function listConnectors(access: Access, userId: string, signal: AbortSignal): Promise<ConnectorListItem[]> {
  return call(connectorListEndpoints.list, { access, query: { userId }, signal })
}
