import { shapeEndpoints } from '#contract/connectors/config/shape.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { ShapeService } from './shape.service.ts'

export function shapeRoutes(registerEndpoint: RegisterEndpoint, service: ShapeService): void {
  registerEndpoint(shapeEndpoints.read, ({ caller, params }) => service.read(caller, params.id))
  registerEndpoint(shapeEndpoints.save, ({ caller, params, body }) => service.save(caller, params.id, body))
}
