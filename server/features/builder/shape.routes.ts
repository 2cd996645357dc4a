import { shapeEndpoints } from '../../contract/shape.ts'
import type { ShapeDesk } from '../desks/shape.ts'
import type { Mount } from '../mount.ts'

export function shapeRoutes(mount: Mount, desk: ShapeDesk): void {
  mount(shapeEndpoints.read, ({ caller, params }) => desk.read(caller, params.id))
  mount(shapeEndpoints.save, ({ caller, params, body }) => desk.save(caller, params.id, body))
}
