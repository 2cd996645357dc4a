import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { PeriodCode } from '#contract/kit/time-range.ts'
import type { TimeFilterActor } from '../../machines/analytics/time-filter.machine.ts'
import { selectPeriod } from '../../machines/analytics/time-filter.machine.ts'
import { space } from '../../theme/theme.ts'
import { listed } from '../kit/format/listed.ts'
import { Hint } from '../kit/layout/blocks.ts'
import { ToolbarSelect } from '../kit/layout/ToolbarSelect.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { CustomRange } from './CustomRange.tsx'
import { periodMessages } from './time-filter.format.ts'
import { timeFilterMessages as messages } from './time-filter.messages.ts'

/** Which time is looked at, where nothing else is asked. */
export function RangeFilter({ actor }: { readonly actor: TimeFilterActor }) {
  const period = useSelector(actor, selectPeriod)
  const unread = useContextOf(actor, 'unread')
  return (
    <Frame>
      <ToolbarSelect<PeriodCode>
        label={messages.period}
        options={periodMessages}
        value={period}
        onChoose={(it) => actor.send({ type: 'user.chosePeriod', period: it })}
      />
      {period === 'custom' ? <CustomRange actor={actor} /> : null}
      <div role="status">
        <Hint>{unread.length === 0 ? null : messages.unread(listed(unread))}</Hint>
      </div>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  justify-items: start;
  min-width: 0;

  & > form {
    margin-top: ${space[8]};
  }
`
