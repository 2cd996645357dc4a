import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { ReplayDecision } from '#contract/studio/replay.ts'
import type { RetryPlanActor } from '#src/machines/studio/retry/retry-plan.machine.ts'
import { type RetryRow, rowsOf, selectCanPick } from '#src/machines/studio/retry/retry-plan.machine.ts'
import type { RetryPlan } from '#src/machines/studio/retry/selection.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { errorSentence } from '../../connectors/runs/error-sentence.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Tick } from '../../kit/controls/tick.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RecordLabel, recordLabel } from '../../kit/text/RecordLabel.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { retryMessages as messages } from './retry.messages.ts'

/** Where the sheet leads. */
export type RetryLinks = {
  readonly replay: (replayId: string) => string
  readonly mapping: (field: string | null) => string
  readonly run: (runId: string) => string
}

export type OfPlan = {
  readonly actor: RetryPlanActor
  readonly plan: RetryPlan
  readonly noun: RecordNoun
  readonly links: RetryLinks
}

/** The records of a plan: all exceptions, and the first of those that are sent. */
export function RetryRows({ actor, plan, links }: OfPlan) {
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const rows = rowsOf(context)
  const { sent, exceptions, replay } = plan
  const all = sent.total + exceptions.total
  const words = exceptions.items.length < exceptions.total ? messages.shownFirst : messages.shown
  return (
    <div>
      <Tried actor={actor} />
      <AllFailing actor={actor} count={replay.decisions.wouldFail} />
      <List aria-label={messages.list}>
        {rows.map((row) => (
          <Row key={row.line.number} actor={actor} row={row} />
        ))}
      </List>
      <Foot>
        <span>{words(rows.length, all)}</span>
        <PlainLink href={links.replay(replay.replayId)}>{messages.openReplay}</PlainLink>
      </Foot>
    </div>
  )
}

type OfActor = { readonly actor: RetryPlanActor }

function Tried({ actor }: OfActor) {
  const dryRun = useContextOf(actor, 'dryRun')
  if (dryRun === null) return null
  if (dryRun.problem !== null) return <ProblemAlert problem={dryRun.problem} />
  const failing = dryRun.made.filter(({ decision }) => decision === 'would-fail').length
  return <Said role="status">{messages.tried(dryRun.made.length, failing)}</Said>
}

/** Nothing where a tick in a row does the same. */
function AllFailing({ actor, count }: OfActor & { readonly count: number }) {
  const { withFailing } = useContextOf(actor, 'picks')
  const canPick = useCan(actor, { type: 'user.pickedFailing', isWanted: true })
  if (count < 2) return null
  return (
    <Every>
      <Tick>
        <label>
          <input
            type="checkbox"
            checked={withFailing}
            disabled={!canPick}
            onChange={({ target }) => actor.send({ type: 'user.pickedFailing', isWanted: target.checked })}
          />
          {messages.pickFailing(count)}
        </label>
      </Tick>
    </Every>
  )
}

const looks = {
  send: 'run',
  'ask-first': 'warn',
  'would-fail': 'bad',
  'left-out': 'steady',
} as const satisfies Record<ReplayDecision, DotLook>

function Row({ actor, row: { line, isOn, decision, why } }: OfActor & { readonly row: RetryRow }) {
  const canPick = useSelector(actor, selectCanPick(line))
  const of = { recordKey: line.recordKey, recordName: line.recordName, transactionId: line.original }
  return (
    <Item data-decision={decision}>
      <Tick>
        <label>
          <input
            type="checkbox"
            aria-label={messages.choose(recordLabel(of))}
            checked={isOn}
            disabled={!canPick}
            onChange={({ target }) => actor.send({ type: 'user.picked', line, isWanted: target.checked })}
          />
        </label>
      </Tick>
      <TwoLines>
        <RecordLabel of={of} />
        <span>{sentenceOf(why, line)}</span>
      </TwoLines>
      <StatusDot look={looks[decision]}>{messages.decisions[decision]}</StatusDot>
    </Item>
  )
}

function sentenceOf(why: RetryRow['why'], line: RetryRow['line']): ReactNode {
  if (why === null) return line.details
  const { reason, field, value, at } = why
  const dated = (of: string, otherwise: string) =>
    at === null ? otherwise : <Sentence of={of} parts={{ at: <Moment at={at} /> }} />
  switch (reason) {
    case 'changed':
      return messages.why.changed(field ?? '', value ?? '')
    case 'unchanged':
      return messages.why.unchanged(field, value)
    case 'not-made':
      return value
    case 'looked-up':
      return messages.why.lookedUp
    case 'failed':
      return errorSentence(line) || messages.why.failed
    case 'no-answer':
      return dated(messages.why.noAnswer, messages.why.noAnswerEver)
    case 'newer':
      return dated(messages.why.newer, messages.why.arrived)
    case 'other-version':
      return dated(messages.why.otherVersion, messages.why.noAnswerEver)
    case 'not-kept':
      return messages.why.notKept
    case 'no-destination':
      return messages.why.noDestination
    case 'new':
      return null
    default:
      return messages.why[reason]
  }
}

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`

const Item = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[12]};
  min-height: 48px;
  padding: ${space[4]} ${space[8]};
  border-bottom: 1px solid ${color['border.subtle']};
  font: ${font.dense};

  &[data-decision='ask-first'] {
    box-shadow: inset 2px 0 0 ${color['warning.icon']};
  }

  &[data-decision='would-fail'] {
    box-shadow: inset 2px 0 0 ${color['danger.icon']};
  }
`

const TwoLines = styled.span`
  display: grid;
  min-width: 0;
  overflow-wrap: anywhere;

  & > :last-child {
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`

const Said = styled.p`
  padding-bottom: ${space[8]};
  font: ${font.dense};
`

const Every = styled.div`
  padding: ${space[4]} ${space[8]} ${space[8]};
  font: ${font.dense};
`

const Foot = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[4]} ${space[12]};
  padding: ${space[12]} 0;
  color: ${color['text.muted']};
  font: ${font.dense};
`
