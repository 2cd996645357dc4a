import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { MaintenanceDesk } from './maintenance.service.ts'

export function maintenanceRoutes(mount: Mount, desk: MaintenanceDesk): void {
  mount(maintenanceEndpoints.get, ({ caller }) => desk.get(caller))
  mount(maintenanceEndpoints.set, ({ caller, body, log }) => desk.set(caller, body, log))
}
