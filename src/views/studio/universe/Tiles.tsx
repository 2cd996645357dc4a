import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { color, font, narrow, radius, space, unseen } from '#src/theme/theme.ts'
import { estimate, failedOf, percent } from '../../analytics/analytics.format.ts'
import { statusPills } from '../../connectors/details/status-pills.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { stagesOf, throughputOf } from './pipeline.ts'
import { universeMessages } from './universe.messages.ts'

const messages = universeMessages.tiles
const { noData } = universeMessages

/** Five answers: its status, how much, how quickly, how well, and over how many steps. */
export function Tiles({ reading }: { readonly reading: ConnectorReading }) {
  const { details, statistic, records } = reading
  const { latency, errorRate } = statistic
  const throughput = throughputOf(reading)
  const stages = stagesOf(reading)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Unseen id={titleId}>{messages.title}</Unseen>
      <Row>
        <Tile title={messages.status} figure={<StatusPill {...statusPills[details.connector.status]} />}>
          <TextWithTimestamps text={details.connector.statusReason} />
        </Tile>
        <Tile
          title={messages.throughput}
          figure={throughput === null ? noData : estimate(throughput)}
          unit={throughput === null ? undefined : messages.perMinute}
        >
          {throughput === null ? null : messages.ofAll(number(records.delivered), number(records.total))}
        </Tile>
        <Tile title={messages.processing} figure={latency.mean === null ? noData : duration(latency.mean)}>
          {latency.p95 === null ? null : messages.p95(duration(latency.p95))}
        </Tile>
        <Tile title={messages.success} figure={errorRate === null ? noData : percent(100 - errorRate)}>
          {errorRate === null && records.unknown === 0 ? null : failedOf(records)}
        </Tile>
        <Tile title={messages.steps} figure={number(stages.length)}>
          {stages.some(({ kind }) => kind === 'enrichment') ? messages.withEnrichment : messages.withoutEnrichment}
        </Tile>
      </Row>
    </section>
  )
}

type TileProps = {
  readonly title: string
  readonly figure: ReactNode
  readonly unit?: string | undefined
  readonly children: ReactNode
}

function Tile({ title, figure, unit, children }: TileProps) {
  const id = useId()
  return (
    <Face aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Figure>
        {figure}
        {unit === undefined ? null : <small> {unit}</small>}
      </Figure>
      <Hint>{children}</Hint>
    </Face>
  )
}

const Unseen = styled.h2`
  ${unseen}
`

/** One strip: five boxes of one figure each would be all frame. */
const Row = styled.ul`
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  gap: ${space[16]} 0;
  margin: 0;
  padding: ${space[12]} 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  list-style: none;

  ${narrow} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

const Face = styled.li`
  display: grid;
  align-content: start;
  gap: ${space[4]};
  min-width: 0;
  padding: 0 ${space[16]};
  overflow-wrap: anywhere;

  & + & {
    border-left: 1px solid ${color['border.subtle']};
  }

  ${narrow} {
    &:nth-child(odd) {
      border-left: 0;
    }
  }
`

const Title = styled.h3`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Figure = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  min-height: 2rem;
  font: ${font.title};
  font-variant-numeric: tabular-nums;

  & > small {
    margin-left: ${space[4]};
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`
