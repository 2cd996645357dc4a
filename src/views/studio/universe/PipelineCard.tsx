import styled from 'styled-components'

import { failingErrorRate, type HealthLevel, healths, recentDays } from '#contract/connectors/details/health.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { percent } from '../../analytics/analytics.format.ts'
import { connectorStatusMessages } from '../../connectors/details/connector-status.messages.ts'
import { pillOfHealth } from '../../connectors/details/health-pill.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { PipelineDiagram } from './PipelineDiagram.tsx'
import { stagesOf } from './pipeline.ts'
import { universeMessages } from './universe.messages.ts'

const messages = universeMessages.diagram

/** The diagram with what its words mean. */
export function PipelineCard({ reading }: { readonly reading: ConnectorReading }) {
  const { status } = reading.details.connector
  const isActive = status === 'Active'
  const stages = stagesOf(reading)
  // What does not stand in the diagram needs no explanation.
  const shown = healths.filter((level) => stages.some(({ measured }) => measured.level === level))
  return (
    <Card aria-label={messages.title}>
      <CardTitle>{messages.title}</CardTitle>
      <p>{isActive ? messages.active : messages.still(connectorStatusMessages.status[status])}</p>
      <PipelineDiagram stages={stages} isActive={isActive} />
      <Legend aria-label={messages.legend}>
        {shown.map((level) => (
          <li key={level}>
            <StatusPill {...pillOfHealth(level)} /> {meanings[level]}
          </li>
        ))}
      </Legend>
    </Card>
  )
}

const share = percent(failingErrorRate)
const meanings: Readonly<Record<HealthLevel, string>> = {
  healthy: messages.means.healthy,
  degraded: messages.means.degraded(share),
  failing: messages.means.failing(share),
  noRecentData: messages.means.noRecentData(recentDays),
}

const Legend = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
  color: ${color['text.muted']};
  font: ${font.dense};

  & > li {
    display: grid;
    grid-template-columns: 8.5rem minmax(0, 1fr);
    align-items: center;
    justify-items: start;
  }
`
