import { aiEndpoints } from '#contract/assistant/ai-service.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { AiService } from './ai.service.ts'

export function aiRoutes(registerEndpoint: RegisterEndpoint, service: AiService): void {
  registerEndpoint(aiEndpoints.parseIntent, ({ caller, body }) => service.parseIntent(caller, body))
  registerEndpoint(aiEndpoints.generateWorkflow, ({ caller, body }) => service.generateWorkflow(caller, body))
  registerEndpoint(aiEndpoints.validateWorkflow, async ({ body }) => service.validateWorkflow(body))
  registerEndpoint(aiEndpoints.suggestMappings, async ({ body }) => service.suggestMappings(body))
  registerEndpoint(aiEndpoints.validateMapping, ({ caller, body }) => service.validateMapping(caller, body))
  registerEndpoint(aiEndpoints.recommendations, ({ caller, query }) => service.recommendations(caller, query))
  registerEndpoint(aiEndpoints.optimize, ({ caller, body }) => service.optimize(caller, body))
  registerEndpoint(aiEndpoints.templates, async ({ query }) => service.templates(query))
  registerEndpoint(aiEndpoints.feedback, ({ caller, body }) => service.feedback(caller, body))
  registerEndpoint(aiEndpoints.health, async () => service.health())
}
