import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { liveAlarmBellMachine } from '../../services/alerts/alarm.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { AlarmBell } from './AlarmBell.tsx'

/** The bell of the header, loaded after the page. */
export function AlertBellMount({ access }: { readonly access: Access }) {
  const machine = useMemo(() => liveAlarmBellMachine(access), [access])
  const actor = useActorRef(machine, { inspect })
  return <AlarmBell actor={actor} />
}
