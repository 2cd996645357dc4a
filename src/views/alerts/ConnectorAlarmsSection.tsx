import type { ConnectorAlarms as Read } from '#contract/alerts/alarm.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { AlarmActor } from '../../machines/alerts/alarm.machine.ts'
import { liveAlarmMachine, liveAlarmSettingsMachine, openedSettings } from '../../services/alerts/alarm.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { AlarmCard } from './AlarmCard.tsx'
import { AlarmSettingsForm } from './AlarmSettingsForm.tsx'

type OfConnector = { readonly connectorId: string }

/** The card of a connector's alarms, with their settings. */
export function ConnectorAlarms({ connectorId }: OfConnector) {
  const access = useAccess()
  const actor = useMachine(() => liveAlarmMachine(access, connectorId), [access, connectorId])
  return <AlarmCard actor={actor} drawSettings={(read) => <Settings connectorId={connectorId} read={read} alarms={actor} />} />
}

function Settings({ connectorId, read, alarms }: OfConnector & { readonly read: Read; readonly alarms: AlarmActor }) {
  const access = useAccess()
  const actor = useMachine(
    () => liveAlarmSettingsMachine(access, connectorId, (saved) => alarms.send({ type: 'settings.saved', read: saved })),
    [access, connectorId, alarms],
    openedSettings(read),
  )
  return <AlarmSettingsForm actor={actor} people={read.people} />
}
