import { maintenanceEndpoints } from '../../contract/maintenance.ts'
import type { MaintenanceDesk } from '../desks/maintenance.ts'
import type { Mount } from '../mount.ts'

export function maintenanceRoutes(mount: Mount, desk: MaintenanceDesk): void {
  mount(maintenanceEndpoints.get, ({ caller }) => desk.get(caller))
  mount(maintenanceEndpoints.set, ({ caller, body, log }) => desk.set(caller, body, log))
}
