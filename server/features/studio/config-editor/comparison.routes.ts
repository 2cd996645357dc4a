import { comparisonEndpoints } from '#contract/studio/comparison.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { ComparisonService } from './comparison.service.ts'

export function comparisonRoutes(registerEndpoint: RegisterEndpoint, service: ComparisonService): void {
  registerEndpoint(comparisonEndpoints.compare, ({ caller, params, body }) => service.compare(caller, params.id, body))
}
