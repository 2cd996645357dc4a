import { alarmEndpoints } from '#contract/alerts/alarm.ts'
import { alarmListEndpoints } from '#contract/alerts/alarm-list.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createAlarmService } from './alarm.service.ts'

export function registerAlerts(app: App, { config, db }: FeatureDeps) {
  const service = createAlarmService({ db, publicUrl: config.publicUrl })
  app.registerEndpoint(alarmListEndpoints.list, ({ caller, query }) => service.list(caller, query))
  app.registerEndpoint(alarmEndpoints.ofConnector, ({ caller, params }) => service.ofConnector(caller, params.id))
  app.registerEndpoint(alarmEndpoints.set, ({ caller, params, body }) => service.set(caller, params.id, body))
  app.registerEndpoint(alarmEndpoints.test, ({ caller, params }) => service.test(caller, params.id))
  app.registerEndpoint(alarmEndpoints.mute, ({ caller, params, body }) => service.mute(caller, params.id, params.kind, body))
  app.registerEndpoint(alarmEndpoints.unmute, ({ caller, params }) => service.unmute(caller, params.id, params.kind))
  app.registerEndpoint(alarmEndpoints.acknowledge, ({ caller, params }) => service.acknowledge(caller, params.id, params.kind))
  app.registerEndpoint(alarmEndpoints.explain, ({ caller, params }) => service.explain(caller, params.id, params.kind))
  return { raised: service.raised }
}
