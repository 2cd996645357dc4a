import { connectorJobEndpoints } from '#contract/connectors/list/connector-jobs.ts'
import type { App } from '../../kit/feature.ts'
import type { createConnectorJobsService } from './connector-jobs.service.ts'

export function connectorJobRoutes({ server, registerEndpoint }: App, jobs: ReturnType<typeof createConnectorJobsService>): void {
  registerEndpoint(connectorJobEndpoints.found, ({ caller, query }) => jobs.found(caller, query))
  registerEndpoint(connectorJobEndpoints.start, ({ caller, body, newId, audit }) => jobs.start(caller, body, newId, audit))
  registerEndpoint(connectorJobEndpoints.newest, ({ caller }) => jobs.newest(caller))
  registerEndpoint(connectorJobEndpoints.stop, ({ caller, params, audit }) => jobs.stop(caller, params.id, audit))
  registerEndpoint(connectorJobEndpoints.retry, ({ caller, params, audit }) => jobs.retry(caller, params.id, audit))
  server.addHook('onClose', jobs.begin())
}
