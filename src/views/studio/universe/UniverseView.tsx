import styled from 'styled-components'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { space } from '#src/theme/theme.ts'
import { HealthCard } from './HealthCard.tsx'
import { OverviewCard } from './OverviewCard.tsx'
import { PipelineCard } from './PipelineCard.tsx'
import { Tiles } from './Tiles.tsx'

/** What a connector is, its status and what was measured of it, all of one instant. Nothing here is made up: what was not measured says so. */
export function UniverseView({ reading }: { readonly reading: ConnectorReading }) {
  return (
    <Page>
      <Tiles reading={reading} />
      <Columns>
        <Page>
          <OverviewCard reading={reading} />
          <HealthCard reading={reading} />
        </Page>
        <PipelineCard reading={reading} />
      </Columns>
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`

/** The pipeline is beside the rest where both have room. */
const Columns = styled(Page)`
  align-items: start;

  @media (min-width: 75rem) {
    grid-template-columns: minmax(0, 1fr) 38rem;
  }
`
