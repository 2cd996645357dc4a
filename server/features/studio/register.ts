import { comparisonEndpoints } from '#contract/studio/comparison.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createComparisonService } from './config-editor/comparison.service.ts'
import { investigationRoutes } from './investigator/investigation.routes.ts'
import { createInvestigationService } from './investigator/investigation.service.ts'
import { replayRoutes } from './replay/replay.routes.ts'
import { createReplayService } from './replay/replay.service.ts'

export function registerStudio(app: App, { config, db, vault, engine, ...gate }: FeatureDeps): void {
  const comparisons = createComparisonService({ db, engine, callLimit: config.rateLimit })
  app.registerEndpoint(comparisonEndpoints.compare, ({ caller, params, body }) => comparisons.compare(caller, params.id, body))
  replayRoutes(app.registerEndpoint, createReplayService({ db, engine }))
  investigationRoutes(app.server, app.registerEndpoint, createInvestigationService({ db, vault }), { ...gate, db })
}
