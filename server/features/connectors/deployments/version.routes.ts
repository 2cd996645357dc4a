import { versionEndpoints } from '#contract/connectors/deployments/version.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { VersionDesk } from './version.service.ts'

export function versionRoutes(mount: Mount, desk: VersionDesk): void {
  mount(versionEndpoints.list, ({ caller, params, query }) => desk.list(caller, params.id, query))
  mount(versionEndpoints.get, ({ caller, params }) => desk.get(caller, params.id, params.number))
  mount(versionEndpoints.rollBack, ({ caller, params, body, newId }) => desk.rollBack(caller, params.id, newId, body))
}
