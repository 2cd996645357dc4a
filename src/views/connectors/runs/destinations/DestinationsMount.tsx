import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { liveDestinationPauseMachine } from '#src/services/connectors/details/destination-pause.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import { transactionsOfDestination } from '../run-links.ts'
import { DestinationPause, PauseProblem } from './DestinationPause.tsx'
import { DestinationTable } from './DestinationTable.tsx'
import { destinationMessages as messages } from './destination.messages.ts'

type DestinationsMountProps = {
  readonly connectorId: string
  readonly destinations: NonNullable<ConnectorReading['destinations']>
  /** What the page reads; anew when a destination was paused or resumed. */
  readonly newest: ListActor
}

/** The destinations of a connector on its page, where each can be paused. */
export function DestinationsMount({ connectorId, destinations, newest }: DestinationsMountProps) {
  const access = useAccess()
  const actor = useMachine(
    () => liveDestinationPauseMachine(access, () => newest.send({ type: 'user.refreshed' })),
    [access, newest],
    { connectorId, destination: 0, move: 'pause' },
  )
  return (
    <>
      <PauseProblem actor={actor} />
      <DestinationTable
        destinations={destinations}
        note={messages.ofDay}
        hrefOf={(id) => transactionsOfDestination(connectorId, id, null)}
        drawPause={(it) => <DestinationPause actor={actor} of={it} />}
      />
    </>
  )
}
