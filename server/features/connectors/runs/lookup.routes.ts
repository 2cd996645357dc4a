import { lookupEndpoints } from '#contract/connectors/runs/lookup.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { LookupDesk } from './lookup.service.ts'

export function lookupRoutes(mount: Mount, desk: LookupDesk): void {
  mount(lookupEndpoints.list, ({ caller, params, query }) => desk.list(caller, params, query))
}
