import { versionEndpoints } from '#contract/connectors/deployments/version.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { VersionService } from './version.service.ts'

export function versionRoutes(registerEndpoint: RegisterEndpoint, service: VersionService): void {
  registerEndpoint(versionEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
  registerEndpoint(versionEndpoints.get, ({ caller, params }) => service.get(caller, params.id, params.number))
  registerEndpoint(versionEndpoints.rollBack, ({ caller, params, body, newId }) =>
    service.rollBack(caller, params.id, newId, body),
  )
}
