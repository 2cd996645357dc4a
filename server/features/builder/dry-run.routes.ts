import { dryRunEndpoints } from '#contract/builder/dry-run.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { DryRunDesk } from './dry-run.service.ts'

export function dryRunRoutes(mount: Mount, desk: DryRunDesk): void {
  mount(dryRunEndpoints.dryRun, ({ caller, body }) => desk.dryRun(caller, body))
}
