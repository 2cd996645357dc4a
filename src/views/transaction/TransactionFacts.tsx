import styled from 'styled-components'

import type { Transaction } from '../../../contract/transaction.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { Moment } from '../parts/Moment.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { ShortId } from '../parts/ShortId.tsx'
import { number } from '../parts/words.ts'
import { isUnknown } from '../run/run-words.ts'

/** One record's way: what went wrong, what was delivered, where from and where to. */
export function TransactionFacts({ transaction }: { readonly transaction: Transaction }) {
  const { error, payload, payloadLeftOut, details, startDate, endDate, sourcePage, sourceIndex, runId, version } = transaction
  const isNeverSent = transaction.status === 'failure' && transaction.attempts === 0
  const heading = isNeverSent ? 'Never sent' : isUnknown(transaction) ? 'May have arrived' : payloadWords[transaction.status]
  return (
    <Frame>
      {error === null ? null : <ProblemAlert problem={error} />}
      {details === '' || details === error?.message ? null : <p>{details}</p>}
      <Facts>
        <dt>From</dt>
        <dd>
          {transaction.sourceStartpoint}, record {number(sourceIndex + 1)} of page {number(sourcePage)}
        </dd>
        <dt>To</dt>
        <dd>{transaction.destinationEndpoint}</dd>
        <dt>Started</dt>
        <dd>
          <Moment at={startDate} />
        </dd>
        <dt>Ended</dt>
        <dd>{endDate === null ? 'not yet' : <Moment at={endDate} />}</dd>
        <dt>Transaction</dt>
        <dd>
          <code>{transaction.transactionId}</code>
        </dd>
        <dt>Run</dt>
        <dd>
          <ShortId id={runId} of="run" />, version {version}
        </dd>
      </Facts>
      <h3>{heading}</h3>
      {payloadLeftOut ? (
        <p>It is too large to be read with so many others.</p>
      ) : payload === null && transaction.status !== 'success' ? (
        <p>Nothing was made of this record.</p>
      ) : (
        <Payload tabIndex={0} role="region" aria-label={heading}>
          {JSON.stringify(payload, null, 2)}
        </Payload>
      )}
    </Frame>
  )
}

/** What became of the payload; only what the destination took is delivered. */
const payloadWords = {
  success: 'As delivered',
  failure: 'As sent',
  pending: 'To be sent',
  skipped: 'Not sent',
} as const satisfies Record<Transaction['status'], string>

const Frame = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;

  & > h3 {
    font: ${font.strong};
  }
`

const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space[4]} ${space[12]};
  overflow-wrap: anywhere;

  & > dt {
    color: ${color['text.muted']};
  }
`

const Payload = styled.pre`
  max-height: 20rem;
  padding: ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  overflow: auto;
  ${focusRing}
`
