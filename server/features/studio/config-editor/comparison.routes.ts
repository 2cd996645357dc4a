import { comparisonEndpoints } from '../../contract/comparison.ts'
import type { ComparisonDesk } from '../desks/comparison.ts'
import type { Mount } from '../mount.ts'

export function comparisonRoutes(mount: Mount, desk: ComparisonDesk): void {
  mount(comparisonEndpoints.compare, ({ caller, params, body }) => desk.compare(caller, params.id, body))
}
