import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { alarmListMachine } from '../../services/alerts/alarm.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { usePlace } from '../kit/use-place.ts'
import { AlarmTable } from './AlarmTable.tsx'
import { alarmMessages } from './alarm.messages.ts'

const pageSize = 25

/** The alarms of all connectors in sight. The page stands in the address. */
export function AlarmsRoute() {
  const { page } = usePlace()
  return (
    <PageFrame title={alarmMessages.list.title}>
      <Alarms key={page} />
    </PageFrame>
  )
}

function Alarms() {
  const access = useAccess()
  const { page, move } = usePlace()
  const actor = useMachine(() => alarmListMachine(access), [access], { query: { page, limit: pageSize } })
  return <AlarmTable actor={actor} page={page} pageSize={pageSize} onPage={(it) => move({ page: String(it) })} />
}
