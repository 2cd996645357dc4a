import { runListEndpoints } from '#contract/connectors/runs/run-list.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { RunListService } from './run-list.service.ts'

export function runListRoutes(registerEndpoint: RegisterEndpoint, service: RunListService): void {
  registerEndpoint(runListEndpoints.list, ({ caller, query }) => service.list(caller, query))
  registerEndpoint(runListEndpoints.group, ({ caller, query }) => service.group(caller, query))
  registerEndpoint(runListEndpoints.scheduled, ({ caller, query }) => service.scheduled(caller, query))
}
