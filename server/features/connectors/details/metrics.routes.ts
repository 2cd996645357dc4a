import { metricsEndpoints } from '../../contract/metrics.ts'
import type { MetricsDesk } from '../desks/metrics.ts'
import type { Mount } from '../mount.ts'

export function metricsRoutes(mount: Mount, desk: MetricsDesk): void {
  mount(metricsEndpoints.read, ({ caller, params, query }) => desk.read(caller, params.id, query))
}
