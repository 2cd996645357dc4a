import { assistantEndpoints } from '#contract/assistant/assistant.ts'
import { createCauseEvidenceService } from '../connectors/problems/cause-evidence.service.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { readyMade } from '../library/ready-made/library.ts'
import { createAssistantService } from './assistant.service.ts'

export function registerAssistant(app: App, { config, db, vault }: FeatureDeps): void {
  const { registerEndpoint } = app
  const evidence = createCauseEvidenceService({ db, vault })
  const service = createAssistantService({ db, library: readyMade(config.sandboxOrigin), evidence, quotas: config.quotas })
  registerEndpoint(assistantEndpoints.chat, ({ caller, body, newId }) => service.chat(caller, body, newId))
  registerEndpoint(assistantEndpoints.conversations, ({ caller }) => service.list(caller))
  registerEndpoint(assistantEndpoints.conversation, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(assistantEndpoints.press, ({ caller, params, body }) => service.press(caller, params.id, body))
  registerEndpoint(assistantEndpoints.forget, ({ caller, params }) => service.forget(caller, params.id))
}
