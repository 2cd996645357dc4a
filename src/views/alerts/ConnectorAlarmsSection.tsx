import type { ConnectorAlarms as Read } from '#contract/alerts/alarm.ts'
import type { AlarmActor } from '../../machines/alerts/alarm.machine.ts'
import { liveAlarmMachine, liveAlarmSettingsMachine, openedSettings } from '../../services/alerts/alarm.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { AlarmCard } from './AlarmCard.tsx'
import { AlarmSettingsForm } from './AlarmSettingsForm.tsx'

type OfConnector = { readonly access: Access; readonly connectorId: string }

/** The card of a connector's alarms, with their settings. */
export function ConnectorAlarms({ access, connectorId }: OfConnector) {
  const actor = useMachine(() => liveAlarmMachine(access, connectorId), [access, connectorId])
  return (
    <AlarmCard
      actor={actor}
      drawSettings={(read) => <Settings access={access} connectorId={connectorId} read={read} alarms={actor} />}
    />
  )
}

function Settings({ access, connectorId, read, alarms }: OfConnector & { readonly read: Read; readonly alarms: AlarmActor }) {
  const actor = useMachine(
    () => liveAlarmSettingsMachine(access, connectorId, (saved) => alarms.send({ type: 'settings.saved', read: saved })),
    [access, connectorId, alarms],
    openedSettings(read),
  )
  return <AlarmSettingsForm actor={actor} people={read.people} />
}
