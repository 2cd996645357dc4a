import { causeEndpoints } from '#contract/connectors/problems/cause.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { CauseDesk } from './cause.service.ts'

export function causeRoutes(mount: Mount, desk: CauseDesk): void {
  mount(causeEndpoints.list, ({ caller, params }) => desk.list(caller, params.id))
  mount(causeEndpoints.assign, ({ caller, params, body: { userId, seenAt } }) =>
    desk.assign(caller, { ...params, seenAt }, userId),
  )
  mount(causeEndpoints.resolve, ({ caller, params, body }) => desk.resolve(caller, { ...params, ...body }))
  mount(causeEndpoints.reopen, ({ caller, params, body }) => desk.reopen(caller, { ...params, ...body }))
}
