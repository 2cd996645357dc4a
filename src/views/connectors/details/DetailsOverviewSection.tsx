import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import styled from 'styled-components'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage, selectProblem } from '#src/machines/kit/list.machine.ts'
import { runListMachine } from '#src/services/connectors/details/connector.actors.ts'
import { color, radius, space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { useCan } from '../../kit/use-snapshot.ts'
import { RecentRuns } from '../runs/RecentRuns.tsx'
import { drawnRuns, RunBars } from '../runs/RunBars.tsx'
import { type FirstStep, runMessages } from '../runs/run.messages.ts'
import { connectorStatusMessages } from './connector-status.messages.ts'
import { FlowDiagram } from './flow/FlowDiagram.tsx'
import { OverviewStats } from './OverviewStats.tsx'

const Destinations = lazy(async () => ({
  default: (await import('../runs/destinations/DestinationsMount.tsx')).DestinationsMount,
}))

type DetailsOverviewProps = {
  readonly reading: ConnectorReading
  readonly status: ConnectorReading['details']['status']
  readonly firstStep: FirstStep
  /** What the page reads. */
  readonly newest: ListActor
}

/** How a connector does: its figures of the past day, its flow, and its last runs. */
export function DetailsOverviewSection({ reading, status, firstStep, newest }: DetailsOverviewProps) {
  const isActive = status === 'Active'
  return (
    <Stack>
      <OverviewStats reading={reading} isActive={isActive} />
      <FlowDiagram reading={reading} isActive={isActive} status={connectorStatusMessages.status[status]} />
      {reading.destinations === undefined ? null : (
        <Suspense fallback={null}>
          <Destinations connectorId={reading.details._id} destinations={reading.destinations} newest={newest} />
        </Suspense>
      )}
      <LastRuns connectorId={reading.details._id} firstStep={firstStep} newest={newest} />
    </Stack>
  )
}

type LastRunsProps = Pick<DetailsOverviewProps, 'firstStep' | 'newest'> & {
  readonly connectorId: string
}

function LastRuns({ connectorId, firstStep, newest }: LastRunsProps) {
  const access = useAccess()
  const actor = useMachine(() => runListMachine(access, newest), [access, newest], {
    query: { connectorId, page: 1, limit: drawnRuns },
  })
  const page = useSelector(actor, selectPage<Run>)
  const problem = useSelector(actor, selectProblem)
  /** A run that the page knows is in the list in a moment. */
  const hasRun = useSelector(newest, (snapshot) => (selectPage<ConnectorReading>(snapshot)?.items[0]?.newestRun ?? null) !== null)
  const canRetry = useCan(actor, { type: 'user.retried' })
  if (page === null && problem === null) return <Bones aria-hidden="true" />
  if (page === null)
    return <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
  if (page.total === 0 && hasRun) return <Bones aria-hidden="true" />
  if (page.total === 0) return <EmptyState title={runMessages.table.none}>{runMessages.nothing[firstStep]}</EmptyState>
  return (
    <Columns>
      <RunBars runs={page.items} />
      <RecentRuns connectorId={connectorId} runs={page.items} />
    </Columns>
  )
}

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
`

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr);
  gap: ${space[24]} 40px;

  @media (max-width: 61.99rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

/** As high as the two parts that come. */
const Bones = styled.div`
  height: 224px;
  border-radius: ${radius.card};
  background: ${color['neutral.subtle']};
  opacity: 0.5;
`
