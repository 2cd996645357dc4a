import { useSelector } from '@xstate/react'
import { lazy, type ReactNode } from 'react'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import { type TimelineKind, timelineKinds, timelinePageSize } from '#contract/connectors/runs/timeline.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { problemGroupsMachine, timelineMachine } from '#src/services/connectors/details/details.actors.ts'
import type { WatchMoves } from '#src/services/connectors/triggers/watch-moves.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { Redirect } from '#src/views/kit/Redirect.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { LazySection } from '../../kit/LazySection.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { openCount } from '../problems/shown-groups.ts'
import { type FirstStep, runMessages } from '../runs/run.messages.ts'
import { runHref, transactionsOfRun } from '../runs/run-links.ts'
import { DetailsOverviewSection } from './DetailsOverviewSection.tsx'
import { detailsMessages } from './details.messages.ts'
import { type DetailsTab, tabNamed } from './details-tab.ts'
import { nounOf, placeOf } from './flow/steps.ts'

const Figures = lazy(async () => ({ default: (await import('../list/DashboardFiguresSection.tsx')).DashboardFiguresSection }))
const Transactions = lazy(async () => ({
  default: (await import('../runs/DetailsTransactionsSection.tsx')).DetailsTransactionsSection,
}))
const Problems = lazy(async () => ({ default: (await import('../problems/DetailsProblemsSection.tsx')).DetailsProblemsSection }))
const RunsSection = lazy(async () => ({ default: (await import('../runs/RunsSection.tsx')).RunsSection }))
const TimelineList = lazy(async () => ({ default: (await import('../runs/TimelineList.tsx')).TimelineList }))
const Alerts = lazy(async () => ({ default: (await import('../../alerts/ConnectorAlarmsSection.tsx')).ConnectorAlarms }))
const Settings = lazy(async () => ({ default: (await import('./DetailsSettingsSection.tsx')).DetailsSettingsSection }))

/** Draws the retry that the address names beside the problems; `noun`: what the records are called. */
export type DrawRetry = (connectorId: string, noun: RecordNoun) => ReactNode

type DetailsTabsProps = {
  /** Who looks. */
  readonly userId: string
  readonly actor: ConnectorActor
  readonly reading: ConnectorReading
  readonly status: ConnectorReading['details']['status']
  readonly isRunOpen: boolean
  /** What the page reads: when its newest run goes on, records have moved. */
  readonly newest: ListActor
  readonly watchMoves: WatchMoves
  readonly exporting: ReactNode
  readonly drawRetry: DrawRetry
}
type OfConnector = { readonly connectorId: string }

const { tabs } = detailsMessages

/** The parts of a connector's page. The tab, the page, the filters and the open row stand in the address. */
export function DetailsTabsSection(props: DetailsTabsProps) {
  const { userId, actor, reading, status, isRunOpen, newest, watchMoves, exporting, drawRetry } = props
  const { read, move } = usePlace()
  const { _id: connectorId, trigger } = reading.details
  const chosen = tabNamed(read('tab'))
  const firstStep: FirstStep = status === 'Active' ? (trigger.type === 'webhook' ? 'send' : 'run') : 'deploy'
  const problems = useOpenProblems({ connectorId, newest })
  const choose = (tab: DetailsTab) =>
    move({
      ...{
        tab: tab === 'overview' ? null : tab,
        page: null,
        open: null,
        run: null,
        status: null,
        kind: null,
        problem: null,
        result: null,
        destination: null,
      },
      ...{ period: null, from: null, to: null, by: null, figures: null },
      ...{ retry: null, since: null, until: null, plan: null },
    })
  const of = { connectorId }

  return (
    <Tabs label={detailsMessages.moved} tabs={tabs} counts={{ problems }} chosen={chosen} onChoose={choose}>
      {chosen === 'overview' ? (
        <DetailsOverviewSection reading={reading} status={status} firstStep={firstStep} newest={newest} />
      ) : (
        <LazySection>
          {chosen === 'runs' ? <Runs {...of} firstStep={firstStep} /> : null}
          {chosen === 'transactions' ? <Transactions {...of} newest={newest} /> : null}
          {chosen === 'problems' ? (
            <>
              <Problems
                {...of}
                userId={userId}
                systemName={destinationOf(reading)}
                noun={nounOf(reading.details)}
                newest={newest}
              />
              {drawRetry(connectorId, nounOf(reading.details))}
            </>
          ) : null}
          {chosen === 'timeline' ? <Timeline {...of} /> : null}
          {chosen === 'analytics' ? <Figures {...of} /> : null}
          {chosen === 'alerts' ? <Alerts key={status} {...of} /> : null}
          {chosen === 'settings' ? <Settings {...{ actor, reading, isRunOpen, watchMoves, exporting }} /> : null}
        </LazySection>
      )}
    </Tabs>
  )
}

/** A problem is of any of several destinations. */
const destinationOf = ({ details }: ConnectorReading) =>
  (details.routes === undefined ? placeOf(details.destinationConfiguration).system : null) ?? detailsMessages.theDestination

/** Problems of the last day, as many as the tab lists. */
function useOpenProblems({ connectorId, newest }: OfConnector & { readonly newest: ListActor }): number {
  const access = useAccess()
  const actor = useMachine(() => problemGroupsMachine(access, newest), [access, newest], { query: { connectorId } })
  return useSelector(actor, (snapshot) => {
    const [found] = selectPage<ProblemGroups>(snapshot)?.items ?? []
    return found === undefined ? 0 : openCount(found)
  })
}

type RunsProps = OfConnector & { readonly firstStep: FirstStep }

function Runs({ connectorId, firstStep }: RunsProps) {
  const openId = usePlace().read('open')
  // Runs had no page of their own once.
  if (openId !== null) return <Redirect to={runHref(connectorId, openId)} replace />
  const empty = <EmptyState title={runMessages.table.none}>{runMessages.nothing[firstStep]}</EmptyState>
  return <RunsSection connectorId={connectorId} empty={empty} />
}

function Timeline(props: OfConnector) {
  const { read, page } = usePlace()
  return <PageOfTimeline key={`${page} ${read('kind')}`} {...props} page={page} />
}

function PageOfTimeline({ connectorId, page }: OfConnector & { readonly page: number }) {
  const access = useAccess()
  const { read, move } = usePlace()
  const kind: TimelineKind | undefined = timelineKinds.find((it) => it === read('kind'))
  const actor = useMachine(() => timelineMachine(access), [access], {
    query: { connectorId, page, limit: timelinePageSize, kind },
  })
  return (
    <TimelineList
      actor={actor}
      page={page}
      pageSize={timelinePageSize}
      onPage={(it) => move({ page: String(it) })}
      kind={kind ?? 'all'}
      onKind={(it) => move({ kind: it === 'all' ? null : it, page: null })}
      hrefOf={(runId) => transactionsOfRun(connectorId, runId)}
    />
  )
}
