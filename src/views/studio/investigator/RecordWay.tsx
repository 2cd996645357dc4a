import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { LookupEntry } from '#contract/connectors/runs/lookup.ts'
import type { InvestigatedAttempt } from '#contract/studio/investigation.ts'
import type { ReplayTrail } from '#contract/studio/replay.ts'
import type { Investigated } from '#src/machines/studio/investigator/investigated.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Disclosure } from '../../kit/controls/Disclosure.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { ForeignResponse } from '../../kit/text/ForeignResponse.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { shortId } from '../../kit/text/ShortId.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { investigatorMessages } from './investigator.messages.ts'

const { way: messages } = investigatorMessages

/** Where a transaction and a replay are looked at. */
export type Places = { readonly ofTransaction: (id: string) => string; readonly ofReplay: (id: string) => string }

type RecordWayProps = { readonly investigated: Investigated; readonly places: Places }

/** The way of one record, step by step: read, looked up, mapped, delivered, replayed. */
export function RecordWay({ investigated: { record, trail }, places }: RecordWayProps) {
  const { transaction, trigger, lookups, lookupCount, mappedFields, attempts, carried } = record
  const version = { version: number(transaction.version) }
  return (
    <Steps aria-label={messages.name}>
      <Step title={messages.source}>
        <p>{transaction.sourceStartpoint}</p>
        <p>
          {messages.place(number(transaction.sourceIndex + 1), number(transaction.sourcePage))}, {messages.started[trigger]}{' '}
          <code title={transaction.runId}>{shortId(transaction.runId)}</code>, <Moment at={transaction.startDate} />
        </p>
      </Step>
      <Step title={messages.lookups}>
        <p>{lookupCount === 0 ? messages.noEnrichments : messages.lookupsOfPage(lookupCount)}</p>
        {lookupCount > lookups.length ? <p>{messages.firstEnrichments(number(lookups.length))}</p> : null}
        {lookups.map((lookup) => (
          <LookupOf key={lookup.number} lookup={lookup} />
        ))}
      </Step>
      <Step title={messages.mapping}>
        <p>
          <Sentence of={mappedFields === null ? messages.unknownFields : messages.fields(mappedFields)} parts={version} />
        </p>
        {transaction.mappingDuration === null ? null : <p>{messages.took(duration(transaction.mappingDuration))}</p>}
      </Step>
      <Step title={messages.delivery}>
        {transaction.destination?.name == null ? null : <p>{messages.toDestination(transaction.destination.name)}</p>}
        <p>
          <Sentence of={messages.endpoint} parts={{ endpoint: <code>{transaction.destinationEndpoint}</code> }} />
        </p>
        {transaction.error === null ? null : <ProblemAlert problem={transaction.error} />}
        {attempts.length === 0 ? <p>{messages.neverSent}</p> : carried === 0 ? null : <p>{messages.carried(carried)}</p>}
        {attempts.map((attempt) => (
          <AttemptOf key={`${attempt.number} ${attempt.startedAt}`} attempt={attempt} />
        ))}
      </Step>
      <Step title={messages.replays}>
        <Trail trail={trail} places={places} />
      </Step>
    </Steps>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      {children}
    </li>
  )
}

function LookupOf({ lookup: { asked, outcome, answer, error, startedAt, endedAt } }: { readonly lookup: LookupEntry }) {
  return (
    <Disclosure
      title={
        <>
          {messages.lookup[outcome]}: <code>{asked}</code>
        </>
      }
      value={duration(Date.parse(endedAt) - Date.parse(startedAt))}
    >
      {error === null ? null : <ProblemAlert problem={error} />}
      {answer === null ? <p>{messages.noAnswer}</p> : <ForeignResponse answer={answer} />}
    </Disclosure>
  )
}

function AttemptOf({ attempt }: { readonly attempt: InvestigatedAttempt }) {
  const { number: count, outcome, startedAt, endedAt, nextAttemptAt, answer, error, limited } = attempt
  return (
    <>
      {limited === null ? null : <p>{messages.limited(limited.times).replace('{span}', duration(limited.waited))}</p>}
      <Disclosure
        title={
          <>
            {messages.attempt(number(count))}: {messages.outcome[outcome]}, <Moment at={startedAt} />
          </>
        }
        value={messages.lasted(duration(Date.parse(endedAt) - Date.parse(startedAt)))}
      >
        {error === null ? null : (
          <p>
            <TextWithTimestamps text={error.message} />
          </p>
        )}
        {nextAttemptAt === null ? null : (
          <p>
            <Sentence of={messages.next} parts={{ instant: <Moment at={nextAttemptAt} /> }} />
          </p>
        )}
        {answer === null ? <p>{messages.noAnswer}</p> : <ForeignResponse answer={answer} />}
      </Disclosure>
    </>
  )
}

function Trail({ trail, places }: { readonly trail: ReplayTrail | null; readonly places: Places }) {
  if (trail === null) return <p>{messages.replaysUnread}</p>
  const { replayOf, replays } = trail
  const replay = (id: string) => <PlainLink href={places.ofReplay(id)}>{messages.replay}</PlainLink>
  const transaction = (id: string, name: string) => <PlainLink href={places.ofTransaction(id)}>{name}</PlainLink>
  return (
    <>
      {replayOf === null ? null : (
        <p>
          <Sentence
            of={replayOf.transactionId === null ? messages.replayOfNobody : messages.replayOf}
            parts={{
              replay: replay(replayOf.replayId),
              original: replayOf.transactionId === null ? null : transaction(replayOf.transactionId, messages.original),
            }}
          />
        </p>
      )}
      {replays.length === 0 ? <p>{messages.noReplays}</p> : null}
      {replays.map(({ replayId, transactionId, outcome, at }) => (
        <p key={replayId}>
          <Sentence
            of={messages.replayed}
            parts={{ instant: <Moment at={at} />, replay: replay(replayId), outcome: messages.outcomes[outcome] }}
          />{' '}
          {transactionId === null ? null : transaction(transactionId, messages.became)}
        </p>
      ))}
    </>
  )
}

const Steps = styled.ol`
  display: grid;
  gap: ${space[12]};
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;

  & > li {
    display: grid;
    gap: ${space[8]};
    min-width: 0;
    padding-left: ${space[12]};
    border-left: 3px solid ${color['border.default']};
  }

  & h2 {
    font: ${font.strong};
  }

  & summary {
    cursor: pointer;
    border-radius: ${radius.control};
  }
`
