import { comparisonEndpoints } from '#contract/studio/comparison.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { ComparisonDesk } from './comparison.service.ts'

export function comparisonRoutes(mount: Mount, desk: ComparisonDesk): void {
  mount(comparisonEndpoints.compare, ({ caller, params, body }) => desk.compare(caller, params.id, body))
}
