import { comparisonEndpoints } from '#contract/studio/comparison.ts'
import { insightEndpoints } from '#contract/studio/insights.ts'
import { createQuotas } from '../billing/quotas.ts'
import { createCauseEvidenceService } from '../connectors/problems/cause-evidence.service.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createComparisonService } from './config-editor/comparison.service.ts'
import { createInsightsService } from './insights/insights.service.ts'
import { investigationRoutes } from './investigator/investigation.routes.ts'
import { createInvestigationService } from './investigator/investigation.service.ts'
import { replayRoutes } from './replay/replay.routes.ts'
import { createReplayService } from './replay/replay.service.ts'

export function registerStudio(app: App, { config, db, vault, engine, ...gate }: FeatureDeps): void {
  const comparisons = createComparisonService({ db, engine, callLimit: config.rateLimit })
  app.registerEndpoint(comparisonEndpoints.compare, ({ caller, params, body }) => comparisons.compare(caller, params.id, body))
  const insights = createInsightsService({ db, vault, evidence: createCauseEvidenceService({ db, vault }) })
  app.registerEndpoint(insightEndpoints.list, ({ caller, params, query }) => insights.list(caller, { ...params, ...query }))
  app.registerEndpoint(insightEndpoints.dismiss, ({ caller, params: { id, insightId }, body }) =>
    insights.dismiss(caller, id, insightId, body.reason),
  )
  app.registerEndpoint(insightEndpoints.restore, ({ caller, params }) => insights.restore(caller, params.id, params.insightId))
  replayRoutes(app.registerEndpoint, createReplayService({ db, vault, engine, quotas: createQuotas(db, config.quotas) }))
  investigationRoutes(app.server, app.registerEndpoint, createInvestigationService({ db, vault }), { ...gate, db })
}
