import styled from 'styled-components'

import type { Replay } from '#contract/studio/replay.ts'
import { endOf } from '#src/machines/studio/replay/replay-plan.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { replayMessages } from './replay.messages.ts'

const messages = replayMessages.results

/** What came of a replay that has ended, counted by the server. */
export function ReplayResults({ replay }: { readonly replay: Replay }) {
  const { result } = replay
  const end = endOf(replay)
  return (
    <Card aria-label={messages.name}>
      <CardTitle as="h3">{messages.name}</CardTitle>
      {end === null ? null : <p>{messages.ends[end]}</p>}
      {result === null ? null : (
        <Figures>
          <Figure name={messages.processed} value={number(result.processed)} />
          <Figure
            name={messages.successRate}
            value={result.successRate === null ? messages.noRate : messages.percent(number(result.successRate))}
          />
          <Figure name={messages.timeTaken} value={duration(result.timeTaken)} />
          <Figure name={messages.failures} value={number(result.failures)} />
        </Figures>
      )}
    </Card>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
  gap: ${space[12]};

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    margin: 0;
    font: ${font.figure};
    font-variant-numeric: tabular-nums;
  }
`
