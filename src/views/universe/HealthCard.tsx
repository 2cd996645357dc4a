import styled from 'styled-components'

import { badErrorRate, type Statistic } from '../../../contract/analytics.ts'
import { color, radius, space } from '../../theme/theme.ts'
import { percent } from '../../words/analytics.ts'
import { number } from '../../words/numbers.ts'
import { universeWords } from '../../words/universe.ts'
import { Card, CardTitle, Hint, Row } from '../parts/blocks.ts'
import { Moment } from '../parts/Moment.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { type PillLook, StatusPill } from '../parts/StatusPill.tsx'
import { type HealthPart, healthOf } from './pipeline.ts'

const words = universeWords.health

const standing = (rate: number | null): { readonly look: PillLook; readonly word: string } => {
  if (rate === null) return { look: 'draft', word: universeWords.noData }
  if (rate > badErrorRate) return { look: 'bad', word: words.failing }
  return rate > 0 ? { look: 'late', word: words.some } : { look: 'good', word: words.healthy }
}

/** What became of the records of the time, as a bar and in words. */
export function HealthCard({ of }: { readonly of: Statistic }) {
  const parts = healthOf(of)
  const told = parts.map(({ part, count }) => ({
    part,
    count,
    text: words.part(words.parts[part], number(count), percent((count / of.sums.total) * 100)),
  }))
  return (
    <Card aria-label={words.title}>
      <Row>
        <CardTitle>{words.title}</CardTitle>
        <StatusPill {...standing(of.errorRate)} />
      </Row>
      <Bar role="img" aria-label={`${words.bar}: ${told.map(({ text }) => text).join('; ') || universeWords.noData}`}>
        {told.map(({ part, count, text }) => (
          <Segment key={part} title={text} $part={part} style={{ flexGrow: count }} />
        ))}
      </Bar>
      <Legend aria-label={words.bar}>
        {told.map(({ part, text }) => (
          <li key={part}>
            <Mark aria-hidden="true" $part={part} />
            {text}
          </li>
        ))}
      </Legend>
      <Hint>
        {of.lastRecordAt === null ? null : <Sentence of={words.last} parts={{ at: <Moment at={of.lastRecordAt} /> }} />}{' '}
        {words.above(percent(badErrorRate))}
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
} as const satisfies Record<HealthPart, keyof typeof color>

const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: ${space[16]};
  border-radius: ${radius.control};
  background: ${color['bg.sunken']};
  overflow: hidden;
`

/** What is there is seen, however small its share. */
const Segment = styled.span<{ readonly $part: HealthPart }>`
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

const Mark = styled.span<{ readonly $part: HealthPart }>`
  display: inline-block;
  width: ${space[12]};
  height: ${space[12]};
  margin-inline-end: ${space[8]};
  border-radius: 3px;
  background: ${({ $part }) => color[tones[$part]]};
  vertical-align: -1px;
`
