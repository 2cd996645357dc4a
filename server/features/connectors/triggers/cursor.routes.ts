import { cursorEndpoints } from '#contract/connectors/triggers/cursor.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { CursorDesk } from './cursor.service.ts'

export function cursorRoutes(mount: Mount, desk: CursorDesk): void {
  mount(cursorEndpoints.get, ({ caller, params }) => desk.get(caller, params.id))
  mount(cursorEndpoints.preview, ({ caller, params, body }) => desk.preview(caller, params.id, body))
  mount(cursorEndpoints.set, ({ caller, params, newId, body }) => desk.set(caller, params.id, newId, body))
}
