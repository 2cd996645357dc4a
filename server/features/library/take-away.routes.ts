import { takeAwayEndpoints } from '#contract/library/take-away.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { TakeAwayDesk } from './take-away.service.ts'

export function takeAwayRoutes(mount: Mount, desk: TakeAwayDesk): void {
  mount(takeAwayEndpoints.export, ({ caller, params }) => desk.export(caller, params.id))
  mount(takeAwayEndpoints.check, ({ caller, body }) => desk.check(caller, body))
  mount(takeAwayEndpoints.import, ({ caller, body, newId }) => desk.import(caller, newId, body))
}
