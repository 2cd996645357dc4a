import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { PeriodCode } from '../../../contract/time-range.ts'
import type { TimeFilterActor } from '../../machines/time-filter/time-filter.machine.ts'
import { selectPeriod, selectUnread } from '../../machines/time-filter/time-filter.selectors.ts'
import { space } from '../../theme/theme.ts'
import { listed } from '../../words/listed.ts'
import { periodWords, timeFilterWords as words } from '../../words/time-filter.ts'
import { Hint } from '../parts/blocks.ts'
import { Select } from '../parts/Select.tsx'
import { CustomRange } from './CustomRange.tsx'

/** Which time is looked at, where nothing else is asked. */
export function RangeFilter({ actor }: { readonly actor: TimeFilterActor }) {
  const period = useSelector(actor, selectPeriod)
  const unread = useSelector(actor, selectUnread)
  return (
    <Frame>
      <Select<PeriodCode>
        label={words.period}
        options={periodWords}
        value={period}
        onChoose={(it) => actor.send({ type: 'user.chosePeriod', period: it })}
      />
      {period === 'custom' ? <CustomRange actor={actor} /> : null}
      <div role="status">
        <Hint>{unread.length === 0 ? null : words.unread(listed(unread))}</Hint>
      </div>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  min-width: 0;

  & > form {
    margin-top: ${space[8]};
  }
`
