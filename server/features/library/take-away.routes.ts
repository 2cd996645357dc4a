import { takeAwayEndpoints } from '#contract/library/take-away.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { TakeAwayService } from './take-away.service.ts'

export function takeAwayRoutes(registerEndpoint: RegisterEndpoint, service: TakeAwayService): void {
  registerEndpoint(takeAwayEndpoints.export, ({ caller, params }) => service.export(caller, params.id))
  registerEndpoint(takeAwayEndpoints.check, ({ caller, body }) => service.check(caller, body))
  registerEndpoint(takeAwayEndpoints.import, ({ caller, body, newId }) => service.import(caller, newId, body))
}
