import { dryRunEndpoints } from '#contract/builder/dry-run.ts'
import { probeEndpoints } from '#contract/builder/probe.ts'
import { shapeEndpoints } from '#contract/connectors/config/shape.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createDryRunService } from './dry-run.service.ts'
import { createProbeService } from './probe.service.ts'
import { createShapeService } from './shape.service.ts'

export function registerBuilder(app: App, { config, db, engine }: FeatureDeps): void {
  const shapes = createShapeService({ db })
  app.registerEndpoint(shapeEndpoints.read, ({ caller, params }) => shapes.read(caller, params.id))
  app.registerEndpoint(shapeEndpoints.save, ({ caller, params, body }) => shapes.save(caller, params.id, body))

  const probes = createProbeService({ db, engine, callLimit: config.rateLimit })
  app.registerEndpoint(probeEndpoints.testConnection, ({ caller, body }) => probes.testConnection(caller, body))
  app.registerEndpoint(probeEndpoints.sample, ({ caller, body }) => probes.sample(caller, body))
  app.registerEndpoint(probeEndpoints.document, ({ caller, body }) => probes.document(caller, body))
  app.registerEndpoint(probeEndpoints.tryPaging, ({ caller, body }) => probes.tryPaging(caller, body))

  const dryRuns = createDryRunService({ db, engine, callLimit: config.rateLimit })
  app.registerEndpoint(dryRunEndpoints.dryRun, ({ caller, body }) => dryRuns.dryRun(caller, body))
}
