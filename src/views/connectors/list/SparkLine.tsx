import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { moment } from '../../kit/format/times.ts'
import { overviewMessages as messages } from './overview.messages.ts'

/** CSS pixels: of the whole, and from one hour to the next. */
const height = 24
const step = 4

/** What was read hour by hour: one bar for each, as high as its part of the busiest hour, and the same in words. */
export function SparkLine({ hours, since }: { readonly hours: readonly number[]; readonly since: string }) {
  const all = hours.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...hours)
  const records = messages.records(all)
  if (all === 0) return messages.noneMoved
  // What is there is seen, however little it is.
  const bars = hours.map((count, at) => {
    const tall = count === 0 ? 0 : Math.max(1, (height * count) / most)
    return `M${at * step + 1.5} ${height}v-${Math.round(tall * 10) / 10}`
  })
  return (
    <>
      <Line
        role="img"
        aria-label={messages.spark(records, number(most), moment(new Date(since), new Date()))}
        viewBox={`0 0 ${hours.length * step} ${height}`}
      >
        <path d={bars.join('')} />
      </Line>
      {records}
    </>
  )
}

const Line = styled.svg`
  display: block;
  width: 6rem;
  height: 1.5rem;

  & > path {
    stroke: ${color['chart.1']};
    stroke-width: 3;
  }
`
