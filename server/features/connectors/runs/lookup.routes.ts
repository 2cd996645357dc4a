import { lookupEndpoints } from '#contract/connectors/runs/lookup.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { LookupService } from './lookup.service.ts'

export function lookupRoutes(registerEndpoint: RegisterEndpoint, service: LookupService): void {
  registerEndpoint(lookupEndpoints.list, ({ caller, params, query }) => service.list(caller, params, query))
}
