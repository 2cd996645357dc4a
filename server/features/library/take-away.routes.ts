import { takeAwayEndpoints } from '../../contract/take-away.ts'
import type { TakeAwayDesk } from '../desks/take-away.ts'
import type { Mount } from '../mount.ts'

export function takeAwayRoutes(mount: Mount, desk: TakeAwayDesk): void {
  mount(takeAwayEndpoints.export, ({ caller, params }) => desk.export(caller, params.id))
  mount(takeAwayEndpoints.check, ({ caller, body }) => desk.check(caller, body))
  mount(takeAwayEndpoints.import, ({ caller, body, newId }) => desk.import(caller, newId, body))
}
