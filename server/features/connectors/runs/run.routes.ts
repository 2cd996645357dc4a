import { runEndpoints } from '#contract/connectors/runs/run.ts'
import { runReportEndpoints } from '#contract/connectors/runs/run-report.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { RunService } from './run.service.ts'

export function runRoutes(registerEndpoint: RegisterEndpoint, service: RunService): void {
  registerEndpoint(runEndpoints.start, ({ caller, params, newId }) => service.start(caller, params.id, newId))
  registerEndpoint(runEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
  registerEndpoint(runReportEndpoints.read, ({ caller, params }) => service.report(caller, params.id, params.runId))
  registerEndpoint(runReportEndpoints.cancel, ({ caller, params }) => service.cancel(caller, params.id, params.runId))
  registerEndpoint(runEndpoints.get, ({ caller, params }) => service.get(caller, params.id, params.runId))
}
