import { useActorRef } from '@xstate/react'
import { lazy, useRef } from 'react'
import styled from 'styled-components'
import { firstQuestion, liveAnalyticsMachine } from '#src/services/analytics/analytics.actors.ts'
import {
  connectorFilterHere,
  liveConnectorFilterMachine,
  liveTimeFilterMachine,
  timeFilterHere,
} from '#src/services/analytics/time-filter.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { saveTable } from '#src/services/kit/table-file.service.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { AnalyticsFrame, UpdatedAt } from '../../analytics/AnalyticsFrame.tsx'
import { analyticsMessages } from '../../analytics/analytics.messages.ts'
import { DownloadButton } from '../../analytics/DownloadButton.tsx'
import { FilterBar } from '../../analytics/FilterBar.tsx'
import { RefreshButton } from '../../analytics/RefreshButton.tsx'
import { pointsIn } from '../../analytics/room.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { LazySection } from '../../kit/LazySection.tsx'
import { usePlace } from '../../kit/use-place.ts'

const Charts = lazy(async () => ({ default: (await import('../../analytics/Charts.tsx')).Charts }))

type FiguresProps = {
  /** Of this connector alone; of all that the person sees without one. */
  readonly connectorId?: string
}

/** Figures of connectors; what they are about stands in the address. */
export function DashboardFiguresSection({ connectorId }: FiguresProps) {
  const access = useAccess()
  const frame = useRef<HTMLDivElement>(null)
  const { move } = usePlace()
  const isOfOne = connectorId !== undefined
  const filter = useActorRef(isOfOne ? liveConnectorFilterMachine : liveTimeFilterMachine, {
    input: isOfOne ? connectorFilterHere() : timeFilterHere(),
    inspect,
  })
  const figures = useMachine(
    () => {
      const points = () => pointsIn(frame.current?.clientWidth ?? innerWidth)
      return liveAnalyticsMachine(access, filter, { points, connectorId })
    },
    [access, filter, connectorId],
    firstQuestion(filter),
  )
  const zoom = (from: string, to: string) => move({ period: 'custom', from: inAddress(from), to: inAddress(to), by: null })
  const open = (from: string, to: string) =>
    navigate(
      isOfOne
        ? `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', from, to })}`
        : `/runs?${new URLSearchParams({ from, to })}`,
    )
  return (
    <Frame ref={frame}>
      <FilterBar
        actor={filter}
        hasEnvironment={!isOfOne}
        updated={<UpdatedAt actor={figures} />}
        actions={
          <>
            <DownloadButton actor={figures} onSave={saveTable} />
            <RefreshButton actor={figures} />
          </>
        }
      />
      <AnalyticsFrame actor={figures}>
        {({ analytics, readAt }) => (
          <LazySection meanwhile={<Spinner label={analyticsMessages.chart.loading} />}>
            <Charts of={analytics} readAt={readAt} onZoom={zoom} onOpen={open} />
          </LazySection>
        )}
      </AnalyticsFrame>
    </Frame>
  )
}

/** To the minute. */
const inAddress = (instant: string) => `${instant.slice(0, 16)}Z`

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  margin-top: ${space[8]};
`
