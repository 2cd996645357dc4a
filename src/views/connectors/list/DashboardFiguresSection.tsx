import { useActorRef } from '@xstate/react'
import { lazy, useMemo, useRef } from 'react'
import styled from 'styled-components'
import { firstQuestion, liveAnalyticsMachine } from '#src/services/analytics/analytics.actors.ts'
import {
  connectorFilterHere,
  liveConnectorFilterMachine,
  liveTimeFilterMachine,
  timeFilterHere,
} from '#src/services/analytics/time-filter.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { saveTable } from '#src/services/kit/table-file.service.ts'
import { space } from '#src/theme/theme.ts'
import { AnalyticsFrame } from '../../analytics/AnalyticsFrame.tsx'
import { FigurePanel } from '../../analytics/FigurePanel.tsx'
import { FilterBar } from '../../analytics/FilterBar.tsx'
import { RefreshButton } from '../../analytics/RefreshButton.tsx'
import { pointsIn } from '../../analytics/room.ts'
import { usePlace } from '../../kit/use-place.ts'

const Charts = lazy(async () => ({ default: (await import('../../analytics/Charts.tsx')).Charts }))

type FiguresProps = {
  readonly access: Access
  /** Of this connector alone; of all that the person sees without one. */
  readonly connectorId?: string
}

/** Figures of connectors; what they are about and whether as a table stands in the address. */
export function DashboardFiguresSection({ access, connectorId }: FiguresProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { read, move } = usePlace()
  const isOfOne = connectorId !== undefined
  const filter = useActorRef(isOfOne ? liveConnectorFilterMachine : liveTimeFilterMachine, {
    input: isOfOne ? connectorFilterHere() : timeFilterHere(),
    inspect,
  })
  const machine = useMemo(() => {
    const points = () => pointsIn(frame.current?.clientWidth ?? innerWidth)
    return liveAnalyticsMachine(access, filter, { points, connectorId })
  }, [access, filter, connectorId])
  const figures = useActorRef(machine, { input: firstQuestion(filter), inspect })
  return (
    <Frame ref={frame}>
      <FilterBar actor={filter} hasEnvironment={!isOfOne} refresh={<RefreshButton actor={figures} />} />
      <AnalyticsFrame actor={figures}>
        {({ analytics, readAt }) => (
          <FigurePanel
            of={analytics}
            readAt={readAt}
            isTable={read('figures') === 'table'}
            onTable={(isTable) => move({ figures: isTable ? 'table' : null })}
            onSave={saveTable}
            charts={Charts}
          />
        )}
      </AnalyticsFrame>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`
