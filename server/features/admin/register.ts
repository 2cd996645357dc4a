import { outboxEndpoints } from '#contract/admin/outbox.ts'
import type { Config } from '../../platform/config/config.ts'
import { isLoopbackHost } from '../../platform/http/loopback-request.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createOutboxService } from './outbox.service.ts'

export function registerAdmin(app: App, { config, db, access }: FeatureDeps): void {
  const service = createOutboxService({ db, access, isDemo: isDemoOfThisMachine(config) })
  app.registerEndpoint(outboxEndpoints.list, (call) => service.list(call))
}

/** Whether the messages to the demo people may be read without a sign-in: nothing here is anybody's, and nobody else is invited. */
const isDemoOfThisMachine = ({ demo, smtp, publicUrl }: Config) =>
  demo.seed && smtp === null && isLoopbackHost(new URL(publicUrl).host)
