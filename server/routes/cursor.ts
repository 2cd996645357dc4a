import { cursorEndpoints } from '../../contract/cursor.ts'
import type { CursorDesk } from '../desks/cursor.ts'
import type { Mount } from '../mount.ts'

export function cursorRoutes(mount: Mount, desk: CursorDesk): void {
  mount(cursorEndpoints.get, ({ caller, params }) => desk.get(caller, params.id))
  mount(cursorEndpoints.reset, ({ caller, params, newId, body }) => desk.reset(caller, params.id, newId, body))
}
