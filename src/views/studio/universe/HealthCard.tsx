import styled from 'styled-components'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { color, radius, space } from '#src/theme/theme.ts'
import { percent } from '../../analytics/analytics.format.ts'
import { pillOfHealth } from '../../connectors/details/health-pill.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { partsOf, type RecordPart } from './pipeline.ts'
import { universeMessages } from './universe.messages.ts'

const messages = universeMessages.health

/** The health of the connector, and what became of the records of the time, as a bar and in words. */
export function HealthCard({ reading }: { readonly reading: ConnectorReading }) {
  const { details, records, statistic } = reading
  const told = partsOf(reading).map(({ part, count }) => ({
    part,
    count,
    text: messages.part(messages.parts[part], number(count), percent((count / records.total) * 100)),
  }))
  return (
    <Card aria-label={messages.title}>
      <Row>
        <CardTitle>{messages.title}</CardTitle>
        <StatusPill {...pillOfHealth(details.health.level)} /> <TextWithTimestamps text={details.health.reason} />
      </Row>
      <Bar role="img" aria-label={`${messages.bar}: ${told.map(({ text }) => text).join('; ') || universeMessages.noData}`}>
        {told.map(({ part, count, text }) => (
          <Segment key={part} title={text} $part={part} style={{ flexGrow: count }} />
        ))}
      </Bar>
      <Legend aria-label={messages.bar}>
        {told.map(({ part, text }) => (
          <li key={part}>
            <Mark aria-hidden="true" $part={part} />
            {text}
          </li>
        ))}
      </Legend>
      <Hint>
        {statistic.lastRecordAt === null ? null : (
          <Sentence of={messages.last} parts={{ at: <Moment at={statistic.lastRecordAt} /> }} />
        )}
      </Hint>
    </Card>
  )
}

const tones = {
  delivered: 'success.icon',
  skipped: 'chart.6',
  failed: 'danger.icon',
  unknown: 'warning.icon',
  open: 'pending.icon',
} as const satisfies Record<RecordPart, keyof typeof color>

const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: ${space[16]};
  border-radius: ${radius.control};
  background: ${color['bg.sunken']};
  overflow: hidden;
`

/** What is there is seen, however small its share. */
const Segment = styled.span<{ readonly $part: RecordPart }>`
  flex: 1 1 0;
  min-width: 3px;
  background: ${({ $part }) => color[tones[$part]]};
`

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
  font-variant-numeric: tabular-nums;

  &:empty {
    display: none;
  }
`

const Mark = styled.span<{ readonly $part: RecordPart }>`
  display: inline-block;
  width: ${space[12]};
  height: ${space[12]};
  margin-inline-end: ${space[8]};
  border-radius: 3px;
  background: ${({ $part }) => color[tones[$part]]};
  vertical-align: -1px;
`
