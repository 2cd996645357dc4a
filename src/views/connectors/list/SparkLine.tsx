import styled from 'styled-components'
import { color } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { moment } from '../../kit/format/times.ts'
import { overviewMessages as messages } from './overview.messages.ts'

/** CSS pixels: of the whole, and from one hour to the next. */
const height = 20
const step = 4

/** What was read hour by hour: one bar for each, as high as its part of the busiest hour, and the same in words. */
export function SparkLine({ hours, since }: { readonly hours: readonly number[]; readonly since: string }) {
  const all = hours.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...hours)
  // What is there is seen, however little it is.
  const bars = hours.map((count, at) => {
    const tall = count === 0 ? 1 : Math.max(2, (height * count) / most)
    return `M${at * step + 1.5} ${height}v-${Math.round(tall * 10) / 10}`
  })
  return (
    <Line
      role="img"
      aria-label={
        all === 0 ? messages.noneMoved : messages.spark(messages.records(all), number(most), moment(new Date(since), new Date()))
      }
      viewBox={`0 0 ${hours.length * step} ${height}`}
      $isStill={all === 0}
    >
      <path d={bars.join('')} />
    </Line>
  )
}

const Line = styled.svg<{ readonly $isStill: boolean }>`
  display: block;
  width: 92px;
  height: 20px;

  & > path {
    stroke: ${({ $isStill }) => color[$isStill ? 'border.default' : 'chart.6']};
    stroke-width: 2.5;
    opacity: ${({ $isStill }) => ($isStill ? 1 : 0.6)};
  }
`
