import { runEndpoints } from '#contract/connectors/runs/run.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { RunDesk } from './run.service.ts'

export function runRoutes(mount: Mount, desk: RunDesk): void {
  mount(runEndpoints.start, ({ caller, params, newId }) => desk.start(caller, params.id, newId))
  mount(runEndpoints.list, ({ caller, params, query }) => desk.list(caller, params.id, query))
  mount(runEndpoints.get, ({ caller, params }) => desk.get(caller, params.id, params.runId))
}
