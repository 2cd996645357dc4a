import { connectionEndpoints } from '#contract/connections/connections.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { createConnectionService } from './connections.service.ts'

type Connections = ReturnType<typeof createConnectionService>

export function connectionRoutes(registerEndpoint: RegisterEndpoint, connections: Connections): void {
  registerEndpoint(connectionEndpoints.list, ({ caller }) => connections.list(caller))
  registerEndpoint(connectionEndpoints.get, ({ caller, params }) => connections.get(caller, params.id))
  registerEndpoint(connectionEndpoints.create, ({ caller, body, newId, audit }) => connections.create(caller, body, newId, audit))
  registerEndpoint(connectionEndpoints.update, ({ caller, params, body, audit }) =>
    connections.update(caller, params.id, body, audit),
  )
  registerEndpoint(connectionEndpoints.switchOff, ({ caller, params, audit }) => connections.switchOff(caller, params.id, audit))
  registerEndpoint(connectionEndpoints.switchOn, ({ caller, params, audit }) => connections.switchOn(caller, params.id, audit))
  registerEndpoint(connectionEndpoints.remove, ({ caller, params, audit }) => connections.remove(caller, params.id, audit))
  registerEndpoint(connectionEndpoints.test, ({ caller, params }) => connections.test(caller, params.id))
  registerEndpoint(connectionEndpoints.uses, ({ caller, params }) => connections.uses(caller, params.id))
}
