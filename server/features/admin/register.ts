import { outboxEndpoints } from '#contract/admin/outbox.ts'
import { adminEndpoints } from '#contract/admin/platform.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { isLoopbackHost } from '../../platform/http/loopback-request.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createCompanyStateService } from './company-state.service.ts'
import { createOutboxService } from './outbox.service.ts'
import { createPlatformStateService } from './platform.service.ts'
import type { ProcessFigures } from './process-figures.ts'

type Deps = FeatureDeps & { readonly database: Database; readonly version: string; readonly figures: ProcessFigures }

export function registerAdmin(app: App, { config, db, access, database, version, figures }: Deps): void {
  const service = createOutboxService({ db, access, isDemo: isDemoOfThisMachine(config) })
  app.registerEndpoint(outboxEndpoints.list, (call) => service.list(call))
  const platform = createPlatformStateService({ database, config, version, figures })
  app.registerEndpoint(adminEndpoints.platform, () => platform.get())
  const company = createCompanyStateService({ db })
  app.registerEndpoint(adminEndpoints.company, ({ caller }) => company.get(caller))
}

/** Whether the messages to the demo people may be read without a sign-in: nothing here is anybody's, and nobody else is invited. */
const isDemoOfThisMachine = ({ demo, smtp, publicUrl }: Config) =>
  demo.seed && smtp === null && isLoopbackHost(new URL(publicUrl).host)
