import styled from 'styled-components'

import type { TransactionCount } from '../../machines/studio/studio.machine.ts'
import { space } from '../../theme/theme.ts'
import { HealthCard } from './HealthCard.tsx'
import { OverviewCard } from './OverviewCard.tsx'
import { PipelineCard } from './PipelineCard.tsx'
import type { UniverseReading } from './pipeline.ts'
import { Tiles } from './Tiles.tsx'

type UniverseViewProps = {
  readonly reading: UniverseReading
  /** Null until they are counted. */
  readonly count: TransactionCount | null
  /** When the server answered, ISO 8601. */
  readonly readAt: string
}

/** What a connector is, how it stands and what was measured of it. Nothing here is made up: what was not measured says so. */
export function UniverseView({ reading, count, readAt }: UniverseViewProps) {
  return (
    <Page>
      <OverviewCard reading={reading} count={count} />
      <Tiles reading={reading} now={Date.parse(readAt)} />
      <HealthCard of={reading.statistic} />
      <PipelineCard reading={reading} />
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`
