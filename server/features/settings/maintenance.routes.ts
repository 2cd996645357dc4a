import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { MaintenanceService } from './maintenance.service.ts'

export function maintenanceRoutes(registerEndpoint: RegisterEndpoint, service: MaintenanceService): void {
  registerEndpoint(maintenanceEndpoints.get, ({ caller }) => service.get(caller))
  registerEndpoint(maintenanceEndpoints.set, ({ caller, body, log }) => service.set(caller, body, log))
}
