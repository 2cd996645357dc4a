import { alarmEndpoints } from '#contract/alerts/alarm.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { AlarmService } from './alarm.service.ts'

export function alarmRoutes(registerEndpoint: RegisterEndpoint, service: AlarmService): void {
  registerEndpoint(alarmEndpoints.list, ({ caller, query }) => service.list(caller, query))
  registerEndpoint(alarmEndpoints.ofConnector, ({ caller, params }) => service.ofConnector(caller, params.id))
  registerEndpoint(alarmEndpoints.set, ({ caller, params, body }) => service.set(caller, params.id, body))
  registerEndpoint(alarmEndpoints.test, ({ caller, params }) => service.test(caller, params.id))
  registerEndpoint(alarmEndpoints.mute, ({ caller, params, body }) => service.mute(caller, params.id, params.kind, body))
  registerEndpoint(alarmEndpoints.unmute, ({ caller, params }) => service.unmute(caller, params.id, params.kind))
  registerEndpoint(alarmEndpoints.acknowledge, ({ caller, params }) => service.acknowledge(caller, params.id, params.kind))
  registerEndpoint(alarmEndpoints.explain, ({ caller, params }) => service.explain(caller, params.id, params.kind))
}
