/** Joins the charts of alarms to the calls. */
import type { ConnectorAlarms } from '#contract/alerts/alarm.ts'
import { alarmMachine, type Wish } from '../../machines/alerts/alarm.machine.ts'
import { alarmSettingsMachine } from '../../machines/alerts/alarm-settings.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import {
  acknowledgeAlarm,
  explainAlarm,
  listAlarms,
  muteAlarm,
  readAlarms,
  saveAlarmSettings,
  sendTestAlarm,
  unmuteAlarm,
  zoneOfPerson,
} from './alarm.service.ts'

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
