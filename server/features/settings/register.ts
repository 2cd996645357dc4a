import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createMaintenanceService } from './maintenance.service.ts'

export function registerSettings(app: App, { db, access, engine }: FeatureDeps): void {
  const service = createMaintenanceService({ db, access, engine })
  app.registerEndpoint(maintenanceEndpoints.get, ({ caller }) => service.get(caller))
  app.registerEndpoint(maintenanceEndpoints.set, ({ caller, body, log }) => service.set(caller, body, log))
}
