import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { lazy, type ReactNode, useCallback, useState } from 'react'

import { selectPage, selectProblem } from '#src/machines/connectors/list/overview.machine.ts'
import { liveOverviewMachine, queryHere } from '#src/services/connectors/list/overview.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { firstShown } from '../../kit/first-shown.ts'
import { LazySection } from '../../kit/LazySection.tsx'
import { Skeleton } from '../../kit/layout/ListParts.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { menuTitles } from '../../kit/menu.messages.ts'
import { NearScreen } from '../../kit/NearScreen.tsx'
import { DuplicateEntry } from '../details/head/DuplicateEntry.tsx'
import { DuplicationNotice } from '../details/head/DuplicationNotice.tsx'
import { useDuplication } from '../details/head/use-duplication.ts'
import { FirstSteps } from '../first-minute/FirstSteps.tsx'
import { DashboardSummary } from './DashboardSummary.tsx'
import { RowActions } from './OverviewCells.tsx'
import { Overview } from './OverviewSection.tsx'
import { overviewMessages as messages } from './overview.messages.ts'

const DashboardFiguresSection = lazy(async () => ({
  default: (await import('./DashboardFiguresSection.tsx')).DashboardFiguresSection,
}))

/** Below the list, which may reach beyond the screen: then nobody has to wait for them. */
const Figures = lazy(async () => {
  await firstShown
  return {
    default: () => (
      <NearScreen room="30rem">
        <DashboardFiguresSection />
      </NearScreen>
    ),
  }
})

type DashboardRouteProps = {
  /** What stands here as long as there is no connector. */
  readonly firstMinute: ReactNode
}

/** First how all connectors do and which of them need somebody, then the list, then the figures. */
export function DashboardRoute({ firstMinute }: DashboardRouteProps) {
  const access = useAccess()
  const overview = useMachine(() => liveOverviewMachine(access), [access], { query: queryHere() })
  const summary = useSelector(overview, (snapshot) => selectPage(snapshot)?.summary ?? null)
  const isRead = useSelector(overview, (snapshot) => selectPage(snapshot) !== null || selectProblem(snapshot) !== null)
  const duplication = useDuplication(access)
  const drawActions = useCallback(
    (connectorId: string) => <DuplicateEntry actor={duplication} connectorId={connectorId} />,
    [duplication],
  )
  const where = menuTitles['/dashboard']
  // Until it is left: what was begun there goes on although the list has its first connector meanwhile.
  const [isEmpty, setIsEmpty] = useState(false)
  if (!isEmpty && summary?.counts.every(({ count }) => count === 0)) setIsEmpty(true)
  const title =
    summary === null
      ? where
      : isEmpty
        ? messages.heading.first
        : summary.needAttention === 0
          ? messages.heading.fine
          : messages.heading.attention(summary.needAttention)
  return (
    <PageFrame
      title={title}
      where={where}
      actions={
        isEmpty ? undefined : (
          <LinkButton href="/integration-setup">
            <Plus aria-hidden="true" />
            {messages.newConnector}
          </LinkButton>
        )
      }
    >
      {isEmpty ? (
        <LazySection>
          {firstMinute}
          {summary?.firstSteps == null ? null : <FirstSteps steps={summary.firstSteps} />}
        </LazySection>
      ) : (
        <>
          <DashboardSummary summary={summary} />
          <DuplicationNotice actor={duplication} />
          <LazySection>
            {summary?.firstSteps == null ? null : <FirstSteps steps={summary.firstSteps} />}
            {/* With the rows above it, so that it does not move when they come. */}
            {isRead ? (
              <RowActions value={drawActions}>
                <Overview overview={overview} />
              </RowActions>
            ) : (
              <Skeleton name={messages.name} />
            )}
          </LazySection>
          <LazySection>
            <Figures />
          </LazySection>
        </>
      )}
    </PageFrame>
  )
}
