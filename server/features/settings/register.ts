import { maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import { systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createMaintenanceService } from './maintenance.service.ts'
import { createSystemSettingsService } from './system-settings.service.ts'

export function registerSettings(app: App, { db, access, engine, vault }: FeatureDeps): void {
  const service = createMaintenanceService({ db, access, engine })
  app.registerEndpoint(maintenanceEndpoints.get, ({ caller }) => service.get(caller))
  app.registerEndpoint(maintenanceEndpoints.set, ({ caller, body, log }) => service.set(caller, body, log))
  const settings = createSystemSettingsService({ db, vault, access, engine })
  app.registerEndpoint(systemSettingsEndpoints.get, ({ caller }) => settings.get(caller))
  app.registerEndpoint(systemSettingsEndpoints.set, ({ caller, body, audit }) => settings.set(caller, body, audit))
  app.registerEndpoint(systemSettingsEndpoints.look, ({ caller }) => settings.look(caller))
}
