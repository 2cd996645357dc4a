import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { duplicateEndpoints } from '#contract/connectors/details/duplicate.ts'
import { connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import { connectorListEndpoints } from '#contract/connectors/list/connector-list.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { ConnectorBulkService } from '../list/connector-bulk.service.ts'
import type { ConnectorService } from './connector.service.ts'
import type { ConnectorCopyService } from './connector-copy.service.ts'
import type { ConnectorMovesService } from './connector-moves.service.ts'

export function connectorRoutes(
  registerEndpoint: RegisterEndpoint,
  service: ConnectorService,
  moves: ConnectorMovesService,
  bulk: ConnectorBulkService,
  copies: ConnectorCopyService,
): void {
  registerEndpoint(connectorBulkEndpoints.move, ({ caller, body }) => bulk.move(caller, body))
  registerEndpoint(connectorListEndpoints.list, ({ caller, query }) => service.list(caller, query.userId))
  registerEndpoint(connectorEndpoints.get, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(connectorEndpoints.create, ({ caller, body, newId }) => service.create(caller, newId, body))
  registerEndpoint(duplicateEndpoints.duplicate, ({ caller, params, newId }) => copies.duplicate(caller, params.id, newId))
  registerEndpoint(connectorEndpoints.update, ({ caller, params, body }) => service.update(caller, params.id, body))
  registerEndpoint(connectorEndpoints.saveConfig, ({ caller, params, body }) => service.saveConfig(caller, params.id, body))
  registerEndpoint(connectorEndpoints.remove, ({ caller, params }) => moves.remove(caller, params.id))
  registerEndpoint(connectorEndpoints.pause, ({ caller, params }) => moves.pause(caller, params.id))
  registerEndpoint(connectorEndpoints.resume, ({ caller, params }) => moves.resume(caller, params.id))
  registerEndpoint(connectorEndpoints.deploy, ({ caller, params, body, newId }) =>
    moves.deploy(caller, params.id, newId, body ?? {}),
  )
  registerEndpoint(connectorEndpoints.deploymentStatus, ({ caller, params }) => moves.deploymentStatus(caller, params.id))
}
