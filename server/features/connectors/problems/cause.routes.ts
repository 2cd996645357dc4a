import { causeEndpoints } from '../../contract/cause.ts'
import type { CauseDesk } from '../desks/cause.ts'
import type { Mount } from '../mount.ts'

export function causeRoutes(mount: Mount, desk: CauseDesk): void {
  mount(causeEndpoints.list, ({ caller, params }) => desk.list(caller, params.id))
  mount(causeEndpoints.assign, ({ caller, params, body: { userId, seenAt } }) =>
    desk.assign(caller, { ...params, seenAt }, userId),
  )
  mount(causeEndpoints.resolve, ({ caller, params, body }) => desk.resolve(caller, { ...params, ...body }))
  mount(causeEndpoints.reopen, ({ caller, params, body }) => desk.reopen(caller, { ...params, ...body }))
}
