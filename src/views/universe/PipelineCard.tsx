import styled from 'styled-components'

import { badErrorRate, slowLatency } from '../../../contract/analytics.ts'
import { color, font, space } from '../../theme/theme.ts'
import { percent } from '../../words/analytics.ts'
import { connectorStatusWords } from '../../words/connector-status.ts'
import { duration } from '../../words/spans.ts'
import { universeWords } from '../../words/universe.ts'
import { Card, CardTitle, Hint } from '../parts/blocks.ts'
import { Moment } from '../parts/Moment.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { PipelineDiagram } from './PipelineDiagram.tsx'
import { type StageHealth, stagesOf, type UniverseReading } from './pipeline.ts'
import { stageLooks } from './stage-looks.ts'

const words = universeWords.diagram

/** The diagram with what its words mean. */
export function PipelineCard({ reading }: { readonly reading: UniverseReading }) {
  const { status } = reading.details.connector
  const isActive = status === 'Active'
  const { from, to } = reading.metrics
  return (
    <Card aria-label={words.title}>
      <CardTitle>{words.title}</CardTitle>
      <p>{isActive ? words.active : words.still(connectorStatusWords.status[status])}</p>
      <PipelineDiagram stages={stagesOf(reading)} isActive={isActive} />
      <Legend aria-label={words.legend}>
        {meanings.map(([health, text]) => (
          <li key={health}>
            <StatusPill look={stageLooks[health]} word={words.health[health]} /> {text}
          </li>
        ))}
      </Legend>
      <Hint>
        <Sentence of={words.measured} parts={{ from: <Moment at={from} />, to: <Moment at={to} /> }} />
      </Hint>
    </Card>
  )
}

const share = percent(badErrorRate)
const meanings: readonly (readonly [StageHealth, string])[] = [
  ['normal', words.means.normal],
  ['warning', words.means.warning(share, duration(slowLatency))],
  ['error', words.means.error(share)],
  ['none', words.means.none],
]

const Legend = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
  color: ${color['text.muted']};
  font: ${font.dense};
`
