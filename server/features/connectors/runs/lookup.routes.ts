import { lookupEndpoints } from '../../contract/lookup.ts'
import type { LookupDesk } from '../desks/lookup.ts'
import type { Mount } from '../mount.ts'

export function lookupRoutes(mount: Mount, desk: LookupDesk): void {
  mount(lookupEndpoints.list, ({ caller, params, query }) => desk.list(caller, params, query))
}
