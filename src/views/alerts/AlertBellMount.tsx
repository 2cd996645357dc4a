import { lazy } from 'react'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { liveAlarmBellMachine } from '../../services/alerts/alarm-bell.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { AlarmBell } from './AlarmBell.tsx'

// Loaded when it is opened: the bell stands on every page.
const BellCard = lazy(async () => ({ default: (await import('./BellCard.tsx')).BellCard }))

type AlertBellMountProps = { readonly userId: string }

/** The bell of the header, loaded after the page. */
export function AlertBellMount({ userId }: AlertBellMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveAlarmBellMachine({ access, userId }), [access, userId])
  return (
    <AlarmBell actor={actor}>
      <BellCard actor={actor} />
    </AlarmBell>
  )
}
