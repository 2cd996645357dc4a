import { assistantEndpoints } from '#contract/assistant/assistant.ts'
import { createValidationService } from '../connectors/config/config-validation.service.ts'
import { createCauseEvidenceService } from '../connectors/problems/cause-evidence.service.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { readyMade } from '../library/ready-made/library.ts'
import { createInsightsService } from '../studio/insights/insights.service.ts'
import { aiRoutes } from './ai.routes.ts'
import { createAiService } from './ai.service.ts'
import { type AssistantAi, createAssistantService } from './assistant.service.ts'

export function registerAssistant(app: App, { config, db, vault, engine, ai }: FeatureDeps & { readonly ai: AssistantAi }): void {
  const { registerEndpoint } = app
  const evidence = createCauseEvidenceService({ db, vault })
  const of = { db, library: readyMade(config.sandboxOrigin), evidence, quotas: config.quotas }
  const service = createAssistantService({ ...of, ai })
  const validation = createValidationService({ db, engine })
  aiRoutes(registerEndpoint, createAiService({ ...of, validation, insights: createInsightsService({ db, evidence }) }))
  registerEndpoint(assistantEndpoints.chat, ({ caller, body, newId, gone }) => service.chat(caller, body, { id: newId, gone }))
  registerEndpoint(assistantEndpoints.conversations, ({ caller }) => service.list(caller))
  registerEndpoint(assistantEndpoints.conversation, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(assistantEndpoints.press, ({ caller, params, body }) => service.press(caller, params.id, body))
  registerEndpoint(assistantEndpoints.forget, ({ caller, params }) => service.forget(caller, params.id))
}
