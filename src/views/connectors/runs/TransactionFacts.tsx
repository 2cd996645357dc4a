import styled from 'styled-components'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { ShortId } from '../../kit/text/ShortId.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { AfterwardsFact } from './afterwards/AfterwardsFact.tsx'
import { isUnknown } from './run-status.ts'
import { transactionMessages } from './transaction.messages.ts'

const { facts, payload: outcomes } = transactionMessages

/** One record's way: what went wrong, what was delivered, where from and where to. */
export function TransactionFacts({ transaction }: { readonly transaction: Transaction }) {
  const { error, payload, payloadLeftOut, payloadNotKept, details, startDate, endDate, sourcePage, sourceIndex, runId, version } =
    transaction
  const said = error?.answer === undefined ? null : remoteMessage(error.answer.body)
  const isNeverSent = transaction.status === 'failure' && transaction.attempts === 0
  const heading = isNeverSent
    ? outcomes.neverSent
    : isUnknown(transaction)
      ? outcomes.mayHaveArrived
      : outcomes[transaction.status]
  return (
    <Frame>
      {said === null ? null : <Lead>{`“${said}”`}</Lead>}
      {error === null ? null : <ProblemAlert problem={error} />}
      {details === '' || details === error?.message ? null : (
        <p>
          <TextWithTimestamps text={details} />
        </p>
      )}
      <Facts>
        <dt>{facts.from}</dt>
        <dd>{facts.place(transaction.sourceStartpoint, number(sourceIndex + 1), number(sourcePage))}</dd>
        {transaction.destination === undefined ? null : (
          <>
            <dt>{facts.destination}</dt>
            <dd>{transaction.destination.name}</dd>
          </>
        )}
        <dt>{facts.to}</dt>
        <dd>{transaction.destinationEndpoint}</dd>
        {transaction.remoteId === undefined ? null : (
          <>
            <dt>{facts.remoteId}</dt>
            <dd>
              <code>{transaction.remoteId}</code>
            </dd>
          </>
        )}
        <AfterwardsFact of={transaction} />
        <dt>{facts.read}</dt>
        <dd>
          <Moment at={startDate} />
        </dd>
        <dt>{facts.outcome}</dt>
        <dd>{endDate === null ? facts.notYet : <Moment at={endDate} />}</dd>
        <dt>{facts.transaction}</dt>
        <dd>
          <code>{transaction.transactionId}</code>
        </dd>
        <dt>{facts.run}</dt>
        <dd>
          <Sentence of={facts.inRun(version)} parts={{ run: <ShortId id={runId} of="run" /> }} />
        </dd>
      </Facts>
      <h3>{heading}</h3>
      {payloadNotKept ? (
        <p>{outcomes.neverKept}</p>
      ) : payloadLeftOut ? (
        <p>{outcomes.tooLarge}</p>
      ) : payload === undefined ? (
        <p>{outcomes.notKept}</p>
      ) : payload === null && transaction.status !== 'success' ? (
        <p>{outcomes.nothing}</p>
      ) : (
        <Payload tabIndex={0} role="region" aria-label={heading}>
          {JSON.stringify(payload, null, 2)}
        </Payload>
      )}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;

  & > h3 {
    font: ${font.strong};
  }
`

/** What the destination said, before all the rest. */
const Lead = styled.p`
  font: ${font.strong};
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
