import styled from 'styled-components'

import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import { color, narrow } from '#src/theme/theme.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { runMessages } from '../runs/run.messages.ts'
import { dotOfRun, pillOfRun } from '../runs/run-status.ts'
import { overviewMessages as messages } from './overview.messages.ts'

type LastRunProps = {
  readonly run: NonNullable<OverviewItem['lastRun']>
  /** Otherwise failed records are a warning, as in the status beside it. */
  readonly isFailing: boolean
}

/** What became of it, trouble first and in its colour, and when it was: where the cell is cut, the result stays. */
export function LastRun({ run, isFailing }: LastRunProps) {
  const {
    status,
    startedAt,
    endedAt,
    recordsRead,
    recordsDelivered,
    recordsFailed,
    recordsUnknown,
    recordsUnchanged,
    recordsLeftOut,
  } = run
  const Lost = isFailing ? Bad : Unsure
  if (endedAt === null)
    return (
      <>
        <StatusDot look={dotOfRun(run)}>{pillOfRun(run).word}</StatusDot>
        {startedAt === null ? null : <Muted> · {runMessages.delivered(number(recordsDelivered))}</Muted>}
      </>
    )
  return (
    <>
      {recordsFailed > 0 ? (
        <Lost>{messages.failedOf(number(recordsFailed), number(recordsRead))}</Lost>
      ) : recordsUnknown > 0 ? (
        <Unsure>{messages.unknownOf(number(recordsUnknown), number(recordsRead))}</Unsure>
      ) : status === 'failed' ? (
        <Bad>{pillOfRun(run).word}</Bad>
      ) : status === 'cancelled' ? (
        <Muted>{pillOfRun(run).word}</Muted>
      ) : (
        <Muted>
          {recordsDelivered === 0 && recordsUnchanged > 0
            ? runMessages.unchanged(number(recordsUnchanged))
            : recordsDelivered === 0 && recordsLeftOut > 0
              ? runMessages.leftOut(number(recordsLeftOut))
              : runMessages.delivered(number(recordsDelivered))}
        </Muted>
      )}
      <When>
        {' '}
        · <RelativeTime at={endedAt} />
      </When>
    </>
  )
}

/** The result says enough where there is little room. */
const When = styled.span`
  ${narrow} {
    display: none;
  }
`

const Muted = styled.span`
  color: ${color['text.muted']};
`

const Bad = styled.span`
  color: ${color['danger.text']};
`

const Unsure = styled.span`
  color: ${color['warning.text']};
`
