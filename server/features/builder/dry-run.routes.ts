import { dryRunEndpoints } from '#contract/builder/dry-run.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { DryRunService } from './dry-run.service.ts'

export function dryRunRoutes(registerEndpoint: RegisterEndpoint, service: DryRunService): void {
  registerEndpoint(dryRunEndpoints.dryRun, ({ caller, body }) => service.dryRun(caller, body))
}
