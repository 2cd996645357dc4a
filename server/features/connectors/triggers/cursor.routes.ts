import { cursorEndpoints } from '#contract/connectors/triggers/cursor.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { CursorService } from './cursor.service.ts'

export function cursorRoutes(registerEndpoint: RegisterEndpoint, service: CursorService): void {
  registerEndpoint(cursorEndpoints.get, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(cursorEndpoints.preview, ({ caller, params, body }) => service.preview(caller, params.id, body))
  registerEndpoint(cursorEndpoints.set, ({ caller, params, newId, body }) => service.set(caller, params.id, newId, body))
}
