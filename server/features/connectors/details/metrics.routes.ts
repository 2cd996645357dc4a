import { metricsEndpoints } from '#contract/connectors/details/metrics.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { MetricsService } from './metrics.service.ts'

export function metricsRoutes(registerEndpoint: RegisterEndpoint, service: MetricsService): void {
  registerEndpoint(metricsEndpoints.read, ({ caller, params, query }) => service.read(caller, params.id, query))
}
