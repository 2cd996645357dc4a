import { replayEndpoints } from '#contract/studio/replay.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { ReplayDesk } from './replay.service.ts'

export function replayRoutes(mount: Mount, desk: ReplayDesk): void {
  mount(replayEndpoints.plan, ({ caller, params, newId, body }) => desk.plan(caller, params.id, newId, body))
  mount(replayEndpoints.planChosen, ({ caller, params, newId, body }) => desk.planChosen(caller, params.id, newId, body))
  mount(replayEndpoints.list, ({ caller, params, query }) => desk.list(caller, params.id, query))
  mount(replayEndpoints.trail, ({ caller, params }) => desk.trail(caller, params.id, params.transactionId))
  mount(replayEndpoints.get, ({ caller, params }) => desk.get(caller, params.id, params.replayId))
  mount(replayEndpoints.lines, ({ caller, params, query }) => desk.lines(caller, params, query))
  mount(replayEndpoints.dryRun, ({ caller, params, body }) => desk.dryRun(caller, params.id, params.replayId, body.include))
  mount(replayEndpoints.start, ({ caller, params, body }) => desk.start(caller, params.id, params.replayId, body.include))
  mount(replayEndpoints.stop, ({ caller, params }) => desk.stop(caller, params.id, params.replayId))
}
