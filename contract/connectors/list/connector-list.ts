/** The dashboard's one call, apart from what a single connector needs: the console's first load carries it alone. */
import Type from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id } from '../../kit/schemas.ts'
import { ConnectorListItem } from '../details/connector.ts'

export const connectorListEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/dashboard-user-query',
    summary: 'List the connectors of one person in your company',
    access: everyRole,
    scope: 'integrations:read',
    query: closed({ userId: Type.Optional(Id) }),
    status: 200,
    reply: Type.Array(ConnectorListItem),
  }),
} as const
