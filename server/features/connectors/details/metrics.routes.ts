import { metricsEndpoints } from '#contract/connectors/details/metrics.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { MetricsDesk } from './metrics.service.ts'

export function metricsRoutes(mount: Mount, desk: MetricsDesk): void {
  mount(metricsEndpoints.read, ({ caller, params, query }) => desk.read(caller, params.id, query))
}
