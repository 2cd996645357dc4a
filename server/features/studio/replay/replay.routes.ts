import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { ReplayService } from './replay.service.ts'

export function replayRoutes(registerEndpoint: RegisterEndpoint, service: ReplayService): void {
  registerEndpoint(replayEndpoints.plan, ({ caller, params, newId, body }) => service.plan(caller, params.id, newId, body))
  registerEndpoint(replayEndpoints.planChosen, ({ caller, params, newId, body }) =>
    service.planChosen(caller, params.id, newId, body),
  )
  registerEndpoint(replayEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
  registerEndpoint(replayEndpoints.trail, ({ caller, params }) => service.trail(caller, params.id, params.transactionId))
  registerEndpoint(replayEndpoints.get, ({ caller, params }) => service.get(caller, params.id, params.replayId))
  registerEndpoint(replayEndpoints.lines, ({ caller, params, query }) => service.lines(caller, params, query))
  registerEndpoint(replayEndpoints.dryRun, ({ caller, params, body }) => service.dryRun(caller, params.id, params.replayId, body))
  registerEndpoint(replayEndpoints.start, ({ caller, params, body }) => service.start(caller, params.id, params.replayId, body))
  registerEndpoint(replayEndpoints.stop, ({ caller, params }) => service.stop(caller, params.id, params.replayId))
}
