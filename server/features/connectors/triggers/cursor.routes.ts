import { cursorEndpoints } from '../../contract/cursor.ts'
import type { CursorDesk } from '../desks/cursor.ts'
import type { Mount } from '../mount.ts'

export function cursorRoutes(mount: Mount, desk: CursorDesk): void {
  mount(cursorEndpoints.get, ({ caller, params }) => desk.get(caller, params.id))
  mount(cursorEndpoints.preview, ({ caller, params, body }) => desk.preview(caller, params.id, body))
  mount(cursorEndpoints.set, ({ caller, params, newId, body }) => desk.set(caller, params.id, newId, body))
}
