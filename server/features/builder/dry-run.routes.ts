import { dryRunEndpoints } from '../../contract/dry-run.ts'
import type { DryRunDesk } from '../desks/dry-run.ts'
import type { Mount } from '../mount.ts'

export function dryRunRoutes(mount: Mount, desk: DryRunDesk): void {
  mount(dryRunEndpoints.dryRun, ({ caller, body }) => desk.dryRun(caller, body))
}
