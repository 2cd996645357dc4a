import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import { connectorListEndpoints } from '#contract/connectors/list/connector-list.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { ConnectorBulkDesk } from '../list/connector-bulk.service.ts'
import type { ConnectorDesk } from './connector.service.ts'
import type { ConnectorMovesDesk } from './connector-moves.service.ts'

export function connectorRoutes(mount: Mount, desk: ConnectorDesk, moves: ConnectorMovesDesk, bulk: ConnectorBulkDesk): void {
  mount(connectorBulkEndpoints.move, ({ caller, body }) => bulk.move(caller, body))
  mount(connectorListEndpoints.list, ({ caller, query }) => desk.list(caller, query.userId))
  mount(connectorEndpoints.get, ({ caller, params }) => desk.get(caller, params.id))
  mount(connectorEndpoints.create, ({ caller, body, newId }) => desk.create(caller, newId, body))
  mount(connectorEndpoints.update, ({ caller, params, body }) => desk.update(caller, params.id, body))
  mount(connectorEndpoints.saveConfig, ({ caller, params, body }) => desk.saveConfig(caller, params.id, body))
  mount(connectorEndpoints.remove, ({ caller, params }) => moves.remove(caller, params.id))
  mount(connectorEndpoints.pause, ({ caller, params }) => moves.pause(caller, params.id))
  mount(connectorEndpoints.resume, ({ caller, params }) => moves.resume(caller, params.id))
  mount(connectorEndpoints.deploy, ({ caller, params, body, newId }) => moves.deploy(caller, params.id, newId, body ?? {}))
  mount(connectorEndpoints.deploymentStatus, ({ caller, params }) => moves.deploymentStatus(caller, params.id))
}
