import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { AlarmBell } from '../views/alarm/AlarmBell.tsx'
import { liveAlarmBellMachine } from '../wiring/alarm.ts'

/** The bell of the header, loaded after the page. */
export function AlarmDoor({ access }: { readonly access: Access }) {
  const machine = useMemo(() => liveAlarmBellMachine(access), [access])
  const actor = useActorRef(machine, { inspect })
  return <AlarmBell actor={actor} />
}
