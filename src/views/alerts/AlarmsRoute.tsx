import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { AlarmTable } from '../views/alarm/AlarmTable.tsx'
import { PageFrame } from '../views/shell/PageFrame.tsx'
import { alarmListMachine } from '../wiring/alarm.ts'
import { alarmWords } from '../words/alarm.ts'
import { usePlace } from './use-place.ts'

const pageSize = 25

/** The alarms of all connectors in sight. The page stands in the address. */
export function AlarmsRoute({ access }: { readonly access: Access }) {
  const { page } = usePlace()
  return (
    <PageFrame title={alarmWords.list.title}>
      <Alarms key={page} access={access} />
    </PageFrame>
  )
}

function Alarms({ access }: { readonly access: Access }) {
  const { page, move } = usePlace()
  const machine = useMemo(() => alarmListMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { page, limit: pageSize } }, inspect })
  return <AlarmTable actor={actor} page={page} pageSize={pageSize} onPage={(it) => move({ page: String(it) })} />
}
