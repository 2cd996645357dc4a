import { aiIntegrationEndpoints } from '#contract/settings/ai/ai-integrations.ts'
import { createOutbound } from '../../../outbound/outbound.ts'
import type { App, FeatureDeps } from '../../kit/feature.ts'
import { type AiIntegrationService, createAiIntegrationService } from './ai.service.ts'

/** @returns what the assistant asks by. */
export function registerAiIntegrations(
  app: App,
  { config, db, vault }: Pick<FeatureDeps, 'config' | 'db' | 'vault'>,
): AiIntegrationService {
  const outbound = createOutbound({ egressAllow: config.egressAllow, proxy: config.proxy })
  app.server.addHook('onClose', () => outbound.close())
  const service = createAiIntegrationService({ db, vault, outbound })
  app.registerEndpoint(aiIntegrationEndpoints.get, ({ caller }) => service.get(caller))
  app.registerEndpoint(aiIntegrationEndpoints.set, ({ caller, body, audit }) => service.set(caller, body, audit))
  app.registerEndpoint(aiIntegrationEndpoints.test, ({ caller, body }) => service.test(caller, body))
  return service
}
