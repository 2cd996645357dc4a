import { assistantEndpoints } from '#contract/assistant/assistant.ts'
import { createValidationService } from '../connectors/config/config-validation.service.ts'
import { createCauseEvidenceService } from '../connectors/problems/cause-evidence.service.ts'
import { keptRecords } from '../connectors/runs/kept-records.ts'
import { recordNames } from '../connectors/runs/record-names.ts'
import type { FairCalls } from '../kit/fair-calls.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { readyMade } from '../library/ready-made/library.ts'
import { createInsightsService } from '../studio/insights/insights.service.ts'
import { aiRoutes } from './ai.routes.ts'
import { createAiService } from './ai.service.ts'
import { type AssistantAi, createAssistantService } from './assistant.service.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { createMcpService } from './mcp/mcp.service.ts'
import { createMcpTools } from './mcp/mcp-tools.ts'
import type { Scene } from './scene.ts'

type Deps = FeatureDeps & { readonly ai: AssistantAi; readonly fairly: FairCalls; readonly version: string }

export function registerAssistant(app: App, deps: Deps): void {
  const { config, db, vault, engine, ai, fairly, version } = deps
  const { registerEndpoint } = app
  const causes = createCauseEvidenceService({ db, vault })
  const evidence: Scene['evidence'] = {
    read: causes.read,
    names: (of, ids) => recordNames({ db, vault }, of, ids),
    kept: (query) => keptRecords({ db, vault }, query),
  }
  const { quotas, publicUrl, sandboxOrigin } = config
  const of = { db, library: readyMade(sandboxOrigin), evidence, quotas, publicUrl }
  const service = createAssistantService({ ...of, ai })
  const validation = createValidationService({ db, engine })
  const calls = createAiService({ ...of, validation, insights: createInsightsService({ db, vault, evidence: causes }) })
  aiRoutes(registerEndpoint, calls)
  registerEndpoint(assistantEndpoints.chat, ({ caller, body, newId, gone }) => service.chat(caller, body, { id: newId, gone }))
  registerEndpoint(assistantEndpoints.conversations, ({ caller }) => service.list(caller))
  registerEndpoint(assistantEndpoints.conversation, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(assistantEndpoints.press, ({ caller, params, body }) => service.press(caller, params.id, body))
  registerEndpoint(assistantEndpoints.forget, ({ caller, params }) => service.forget(caller, params.id))
  const { rateLimit } = config
  const tools = createMcpTools({ db, assistant: service, service: calls, allowsTexts: ai.allowsTexts, publicUrl })
  const admitCall = app.callLimit(rateLimit, 'mcp')
  mcpRoutes(app.server, createMcpService({ tools, version }), { ...deps, fairly, publicUrl, admitCall })
}
