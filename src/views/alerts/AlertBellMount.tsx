import { lazy } from 'react'
import { liveAlarmBellMachine } from '../../services/alerts/alarm-bell.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { AlarmBell } from './AlarmBell.tsx'

// Loaded when it is opened: the bell stands on every page.
const BellCard = lazy(async () => ({ default: (await import('./BellCard.tsx')).BellCard }))

type AlertBellMountProps = { readonly access: Access; readonly userId: string }

/** The bell of the header, loaded after the page. */
export function AlertBellMount({ access, userId }: AlertBellMountProps) {
  const actor = useMachine(() => liveAlarmBellMachine({ access, userId }), [access, userId])
  return (
    <AlarmBell actor={actor}>
      <BellCard actor={actor} />
    </AlarmBell>
  )
}
