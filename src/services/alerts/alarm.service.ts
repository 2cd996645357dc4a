import {
  type Alarm,
  type AlarmExplanation,
  type AlarmKind,
  type AlarmSettings,
  alarmEndpoints,
  type ConnectorAlarms,
} from '#contract/alerts/alarm.ts'
import { alarmListEndpoints } from '#contract/alerts/alarm-list.ts'
import { type Access, call } from '../kit/api-client.ts'

type Asked = { readonly page: number; readonly limit: number }
type OfAlarm = { readonly connectorId: string; readonly kind: AlarmKind }

/** One page of the alarms in sight, the raised ones first. `page` counts from 1. */
export async function listAlarms(
  access: Access,
  query: Asked,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Alarm[]; readonly total: number }> {
  const { data, total } = await call(alarmListEndpoints.list, { access, query, signal })
  return { items: data, total }
}

export const readAlarms = (access: Access, id: string, signal: AbortSignal): Promise<ConnectorAlarms> =>
  call(alarmEndpoints.ofConnector, { access, params: { id }, signal })

export const saveAlarmSettings = (
  access: Access,
  id: string,
  change: Partial<AlarmSettings> & { readonly seen: Partial<AlarmSettings> },
  signal: AbortSignal,
): Promise<ConnectorAlarms> => call(alarmEndpoints.set, { access, params: { id }, body: change, signal })

export const sendTestAlarm = (access: Access, id: string, signal: AbortSignal) =>
  call(alarmEndpoints.test, { access, params: { id }, signal })

export const acknowledgeAlarm = (access: Access, { connectorId, kind }: OfAlarm, signal: AbortSignal): Promise<Alarm> =>
  call(alarmEndpoints.acknowledge, { access, params: { id: connectorId, kind }, signal })

export const unmuteAlarm = (access: Access, { connectorId, kind }: OfAlarm, signal: AbortSignal): Promise<Alarm> =>
  call(alarmEndpoints.unmute, { access, params: { id: connectorId, kind }, signal })

/** For minutes, or until a day of the calendar begins where the person is. */
export function muteAlarm(
  access: Access,
  { connectorId, kind }: OfAlarm,
  length: { readonly minutes: number } | { readonly day: string },
  signal: AbortSignal,
): Promise<Alarm> {
  const body = 'minutes' in length ? { minutes: length.minutes } : { until: new Date(`${length.day}T00:00`).toISOString() }
  return call(alarmEndpoints.mute, { access, params: { id: connectorId, kind }, body, signal })
}

export const explainAlarm = (access: Access, { connectorId, kind }: OfAlarm, signal: AbortSignal): Promise<AlarmExplanation> =>
  call(alarmEndpoints.explain, { access, params: { id: connectorId, kind }, signal })

/** As the person or their company chose, else of the browser. */
export const zoneOfPerson = (): string =>
  document.documentElement.dataset['zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
