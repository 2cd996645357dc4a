import { shapeEndpoints } from '#contract/connectors/config/shape.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { ShapeDesk } from './shape.service.ts'

export function shapeRoutes(mount: Mount, desk: ShapeDesk): void {
  mount(shapeEndpoints.read, ({ caller, params }) => desk.read(caller, params.id))
  mount(shapeEndpoints.save, ({ caller, params, body }) => desk.save(caller, params.id, body))
}
