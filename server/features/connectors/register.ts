import type { Quotas } from '../billing/quotas.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createValidationService } from './config/config-validation.service.ts'
import { createMappingRuleService } from './config/mapping-rule.service.ts'
import { createConnectionPageService } from './connections/connection-page.service.ts'
import { createConnectionReplaceService } from './connections/connection-replace.service.ts'
import { connectionRoutes } from './connections/connections.routes.ts'
import { createConnectionService } from './connections/connections.service.ts'
import { oauthConnectionRoutes } from './connections/oauth/oauth.routes.ts'
import { createOauthAppService } from './connections/oauth/oauth-apps.service.ts'
import { createSignInService } from './connections/oauth/sign-in.service.ts'
import {
  causeRoutes,
  connectorJobRoutes,
  connectorRoutes,
  cursorRoutes,
  destinationPauseRoutes,
  lookupRoutes,
  mappingRuleRoutes,
  metricsRoutes,
  readingRoutes,
  runListRoutes,
  runRoutes,
  transactionRoutes,
  validationRoutes,
  versionRoutes,
} from './connectors.routes.ts'
import { createVersionService } from './deployments/version.service.ts'
import { type ConnectorService, createConnectorService } from './details/connector.service.ts'
import { createConnectorCopyService } from './details/connector-copy.service.ts'
import { createConnectorMovesService } from './details/connector-moves.service.ts'
import { createDestinationPauseService } from './details/destination-pause.service.ts'
import { createMetricsService } from './details/metrics.service.ts'
import { createReadingService } from './details/reading.service.ts'
import { createConnectorBulkService } from './list/connector-bulk.service.ts'
import { createConnectorJobsService } from './list/connector-jobs.service.ts'
import type { Live } from './live/live.ts'
import { createCauseService } from './problems/cause.service.ts'
import { createCauseEvidenceService } from './problems/cause-evidence.service.ts'
import { createLookupService } from './runs/lookup.service.ts'
import { createRunService } from './runs/run.service.ts'
import { createRunListService } from './runs/run-list.service.ts'
import { createTransactionService } from './runs/transaction.service.ts'
import { createCursorService } from './triggers/cursor.service.ts'
import { createEventWaiting } from './triggers/event-waiting.ts'
import { hookRoutes } from './triggers/hook.routes.ts'
import { createHookService } from './triggers/hook.service.ts'

type Deps = FeatureDeps & { readonly quotas: Quotas; readonly live: Pick<Live, 'follow'> }

/** Returns what other features make connectors with. */
export function registerConnectors(app: App, { config, db, vault, engine, quotas, bulkRunners, live }: Deps): ConnectorService {
  const { registerEndpoint } = app
  const { publicUrl, hookBacklog, hookRateLimit } = config
  const connectors = createConnectorService({ db, vault, quotas })
  const moves = createConnectorMovesService({ db, vault, engine, quotas })
  const bulk = createConnectorBulkService({ connectors, moves })
  connectorJobRoutes(app, createConnectorJobsService({ db, runners: bulkRunners, bulk }))
  connectorRoutes(registerEndpoint, connectors, moves, bulk, createConnectorCopyService({ db, vault, quotas }))
  connectionRoutes(
    registerEndpoint,
    createConnectionService({ db, vault, engine }),
    createConnectionPageService({ db }),
    createConnectionReplaceService({ db, vault, moves }),
  )
  oauthConnectionRoutes(app, {
    apps: createOauthAppService({ db, vault, publicUrl }),
    signIns: createSignInService({ db, vault, engine, publicUrl }),
    publicUrl,
  })
  destinationPauseRoutes(registerEndpoint, createDestinationPauseService({ db, engine }))
  versionRoutes(registerEndpoint, createVersionService({ db, quotas }))
  cursorRoutes(registerEndpoint, createCursorService({ db, engine }))
  const waiting = createEventWaiting(db, live.follow, (err) =>
    app.server.log.warn({ err }, 'the result of an event could not be read'),
  )
  app.server.addHook('preClose', async () => waiting.close())
  const hooks = createHookService({ db, vault, engine, publicUrl, backlogMax: hookBacklog, waiting })
  hookRoutes(app.server, registerEndpoint, hooks, app.callLimit(hookRateLimit, 'events'))
  validationRoutes(registerEndpoint, createValidationService({ db, engine }))
  mappingRuleRoutes(registerEndpoint, createMappingRuleService({ db }))
  runRoutes(registerEndpoint, createRunService({ db, vault, engine, quotas }))
  runListRoutes(registerEndpoint, createRunListService({ db }))
  lookupRoutes(registerEndpoint, createLookupService({ db }))
  transactionRoutes(registerEndpoint, createTransactionService({ db, vault }))
  metricsRoutes(registerEndpoint, createMetricsService({ db }))
  readingRoutes(registerEndpoint, createReadingService({ db }))
  causeRoutes(registerEndpoint, createCauseService({ db, publicUrl }), createCauseEvidenceService({ db, vault }))
  return connectors
}
