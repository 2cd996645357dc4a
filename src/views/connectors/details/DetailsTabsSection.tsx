import { useActorRef } from '@xstate/react'
import { lazy, useMemo } from 'react'
import { useLocation } from 'wouter'

import { type TimelineKind, timelineKinds, timelinePageSize } from '#contract/connectors/runs/timeline.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { runListMachine } from '#src/services/connectors/details/connector.actors.ts'
import { timelineMachine } from '#src/services/connectors/details/details.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { LazySection } from '../../kit/LazySection.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { DetailsProblemsSection } from '../problems/DetailsProblemsSection.tsx'
import { DetailsTransactionsSection } from '../runs/DetailsTransactionsSection.tsx'
import type { FirstStep } from '../runs/NewestRun.tsx'
import { RunTable } from '../runs/RunTable.tsx'
import { TimelineList } from '../runs/TimelineList.tsx'
import { detailsMessages } from './details.messages.ts'

const Figures = lazy(async () => ({ default: (await import('../list/DashboardFiguresSection.tsx')).DashboardFiguresSection }))

type DetailsTabsProps = {
  readonly access: Access
  readonly connectorId: string
  readonly firstStep: FirstStep
  /** What the page reads: when its newest run goes on, records have moved. */
  readonly newest: ListActor
}
type OfConnector = Pick<DetailsTabsProps, 'access' | 'connectorId'>

const { tabs } = detailsMessages
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as Tab[]
const runsPerPage = 20

/** Runs, figures, timeline, transactions and problems of a connector. The tab, the page, the filters and the open row stand in the address. */
export function DetailsTabsSection({ access, connectorId, firstStep, newest }: DetailsTabsProps) {
  const { read, page, move } = usePlace()
  const chosen = tabNames.find((it) => it === read('tab')) ?? 'runs'
  const choose = (tab: Tab) =>
    move({
      ...{ tab: tab === 'runs' ? null : tab, page: null, open: null, run: null, status: null, kind: null, problem: null },
      ...{ period: null, from: null, to: null, by: null, figures: null },
    })
  const of = { access, connectorId }

  return (
    <Tabs label={detailsMessages.moved} tabs={tabs} chosen={chosen} onChoose={choose}>
      {chosen === 'runs' ? <Runs key={page} {...of} firstStep={firstStep} /> : null}
      {chosen === 'analytics' ? (
        <LazySection>
          <Figures {...of} />
        </LazySection>
      ) : null}
      {chosen === 'timeline' ? <Timeline key={`${page} ${read('kind')}`} {...of} /> : null}
      {chosen === 'transactions' ? <DetailsTransactionsSection {...of} newest={newest} /> : null}
      {chosen === 'problems' ? <DetailsProblemsSection {...of} /> : null}
    </Tabs>
  )
}

function Runs({ access, connectorId, firstStep }: Pick<DetailsTabsProps, 'access' | 'connectorId' | 'firstStep'>) {
  const { read, page, move } = usePlace()
  const [path] = useLocation()
  const machine = useMemo(() => runListMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { connectorId, page, limit: runsPerPage } }, inspect })
  const openId = read('open')
  return (
    <RunTable
      actor={actor}
      firstStep={firstStep}
      page={page}
      pageSize={runsPerPage}
      onPage={(it) => move({ page: String(it), open: null })}
      openId={openId}
      onOpen={(runId) => move({ open: runId === openId ? null : runId })}
      hrefOf={(runId) => `${path}?tab=transactions&run=${runId}`}
      replayHrefOf={(run) => `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', run })}`}
    />
  )
}

function Timeline({ access, connectorId }: OfConnector) {
  const { read, page, move } = usePlace()
  const [path] = useLocation()
  const kind: TimelineKind | undefined = timelineKinds.find((it) => it === read('kind'))
  const machine = useMemo(() => timelineMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { connectorId, page, limit: timelinePageSize, kind } }, inspect })
  return (
    <TimelineList
      actor={actor}
      page={page}
      pageSize={timelinePageSize}
      onPage={(it) => move({ page: String(it) })}
      kind={kind ?? 'all'}
      onKind={(it) => move({ kind: it === 'all' ? null : it, page: null })}
      hrefOf={(runId) => `${path}?tab=transactions&run=${runId}`}
    />
  )
}
