import { connectionPageEndpoints as pageEndpoints } from '#contract/connections/connection-page.ts'
import { connectionEndpoints } from '#contract/connections/connections.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { createConnectionPageService } from './connection-page.service.ts'
import type { createConnectionReplaceService } from './connection-replace.service.ts'
import type { createConnectionService } from './connections.service.ts'

type Connections = ReturnType<typeof createConnectionService>
type Page = ReturnType<typeof createConnectionPageService>
type Replacing = ReturnType<typeof createConnectionReplaceService>

export function connectionRoutes(
  registerEndpoint: RegisterEndpoint,
  connections: Connections,
  page: Page,
  replacing: Replacing,
): void {
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
  registerEndpoint(pageEndpoints.people, ({ caller, params, query }) => page.people(caller, params.id, query))
  registerEndpoint(pageEndpoints.share, ({ caller, params, body, audit }) => page.share(caller, params.id, body, audit))
  registerEndpoint(pageEndpoints.handOver, ({ caller, params, body, audit }) =>
    page.handOver(caller, params.id, body.userId, audit),
  )
  registerEndpoint(pageEndpoints.history, ({ caller, params, query }) => page.history(caller, params.id, query))
  registerEndpoint(pageEndpoints.replace, ({ caller, params, body, audit }) => replacing.replace(caller, params.id, body, audit))
  registerEndpoint(pageEndpoints.candidates, ({ caller, params }) => replacing.candidates(caller, params.id))
  registerEndpoint(pageEndpoints.adopt, ({ caller, params, body, audit }) => replacing.adopt(caller, params.id, body, audit))
  registerEndpoint(pageEndpoints.make, ({ caller, body, newId, audit }) => replacing.make(caller, body, newId, audit))
}
