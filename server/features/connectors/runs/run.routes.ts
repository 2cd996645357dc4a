import { runEndpoints } from '../../contract/run.ts'
import type { RunDesk } from '../desks/run.ts'
import type { Mount } from '../mount.ts'

export function runRoutes(mount: Mount, desk: RunDesk): void {
  mount(runEndpoints.start, ({ caller, params, newId }) => desk.start(caller, params.id, newId))
  mount(runEndpoints.list, ({ caller, params, query }) => desk.list(caller, params.id, query))
  mount(runEndpoints.get, ({ caller, params }) => desk.get(caller, params.id, params.runId))
}
