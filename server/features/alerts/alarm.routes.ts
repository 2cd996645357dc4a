import { alarmEndpoints } from '#contract/alerts/alarm.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { AlarmDesk } from './alarm.service.ts'

export function alarmRoutes(mount: Mount, desk: AlarmDesk): void {
  mount(alarmEndpoints.list, ({ caller, query }) => desk.list(caller, query))
  mount(alarmEndpoints.ofConnector, ({ caller, params }) => desk.ofConnector(caller, params.id))
  mount(alarmEndpoints.set, ({ caller, params, body }) => desk.set(caller, params.id, body))
  mount(alarmEndpoints.test, ({ caller, params }) => desk.test(caller, params.id))
  mount(alarmEndpoints.mute, ({ caller, params, body }) => desk.mute(caller, params.id, params.kind, body))
  mount(alarmEndpoints.unmute, ({ caller, params }) => desk.unmute(caller, params.id, params.kind))
  mount(alarmEndpoints.acknowledge, ({ caller, params }) => desk.acknowledge(caller, params.id, params.kind))
  mount(alarmEndpoints.explain, ({ caller, params }) => desk.explain(caller, params.id, params.kind))
}
