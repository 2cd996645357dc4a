/** Joins the charts of alarms to the calls. */
import {
  type Alarm,
  type AlarmExplanation,
  type AlarmKind,
  type AlarmSettings,
  alarmEndpoints,
  type ConnectorAlarms,
} from '#contract/alerts/alarm.ts'
import { alarmListEndpoints } from '#contract/alerts/alarm-list.ts'
import { alarmMachine, type Wish } from '../../machines/alerts/alarm.machine.ts'
import { alarmSettingsMachine } from '../../machines/alerts/alarm-settings.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Alarms of all connectors in sight; `query.page`, `query.limit`. */
export const alarmListMachine = (access: Access) =>
  listOf(({ page, limit }, signal) => listAlarms(access, { page: Number(page), limit: Number(limit) }, signal))

function move(access: Access, connectorId: string, wish: Wish, signal: AbortSignal) {
  const of = { connectorId, kind: wish.kind }
  if (wish.move === 'mute') return muteAlarm(access, of, wish, signal)
  return (wish.move === 'acknowledge' ? acknowledgeAlarm : unmuteAlarm)(access, of, signal)
}

export const liveAlarmMachine = (access: Access, connectorId: string) =>
  alarmMachine.provide({
    actors: {
      readAlarms: actorFrom((_, signal) => readAlarms(access, connectorId, signal)),
      moveAlarm: actorFrom((wish, signal) => move(access, connectorId, wish, signal)),
      readExplanation: actorFrom(({ kind }, signal) => explainAlarm(access, { connectorId, kind }, signal)),
      sendTest: actorFrom((_, signal) => sendTestAlarm(access, connectorId, signal)),
    },
  })

/** @param tell hears what stands after a save. */
export const liveAlarmSettingsMachine = (access: Access, connectorId: string, tell: (saved: ConnectorAlarms) => void) =>
  alarmSettingsMachine.provide({
    actors: { saveSettings: actorFrom((change, signal) => saveAlarmSettings(access, connectorId, change, signal)) },
    actions: { tellSaved: (_, { saved }) => tell(saved) },
  })

/** How the settings open. */
export const openedSettings = ({ settings }: ConnectorAlarms) => ({ settings, zone: zoneOfPerson() })

type AlarmsQuery = { readonly page: number; readonly limit: number }
type OfAlarm = { readonly connectorId: string; readonly kind: AlarmKind }

/** One page of the alarms in sight, the raised ones first. `page` counts from 1. */
async function listAlarms(
  access: Access,
  query: AlarmsQuery,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Alarm[]; readonly total: number }> {
  const { data, total } = await call(alarmListEndpoints.list, { access, query, signal })
  return { items: data, total }
}

const readAlarms = (access: Access, id: string, signal: AbortSignal): Promise<ConnectorAlarms> =>
  call(alarmEndpoints.ofConnector, { access, params: { id }, signal })

const saveAlarmSettings = (
  access: Access,
  id: string,
  change: Partial<AlarmSettings> & { readonly seen: Partial<AlarmSettings> },
  signal: AbortSignal,
): Promise<ConnectorAlarms> => call(alarmEndpoints.set, { access, params: { id }, body: change, signal })

const sendTestAlarm = (access: Access, id: string, signal: AbortSignal) =>
  call(alarmEndpoints.test, { access, params: { id }, signal })

const acknowledgeAlarm = (access: Access, { connectorId, kind }: OfAlarm, signal: AbortSignal): Promise<Alarm> =>
  call(alarmEndpoints.acknowledge, { access, params: { id: connectorId, kind }, signal })

const unmuteAlarm = (access: Access, { connectorId, kind }: OfAlarm, signal: AbortSignal): Promise<Alarm> =>
  call(alarmEndpoints.unmute, { access, params: { id: connectorId, kind }, signal })

/** For minutes, or until a day of the calendar begins where the person is. */
function muteAlarm(
  access: Access,
  { connectorId, kind }: OfAlarm,
  length: { readonly minutes: number } | { readonly day: string },
  signal: AbortSignal,
): Promise<Alarm> {
  const body = 'minutes' in length ? { minutes: length.minutes } : { until: new Date(`${length.day}T00:00`).toISOString() }
  return call(alarmEndpoints.mute, { access, params: { id: connectorId, kind }, body, signal })
}

const explainAlarm = (access: Access, { connectorId, kind }: OfAlarm, signal: AbortSignal): Promise<AlarmExplanation> =>
  call(alarmEndpoints.explain, { access, params: { id: connectorId, kind }, signal })

/** As the person or their company chose, else of the browser. */
const zoneOfPerson = (): string => document.documentElement.dataset['zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
