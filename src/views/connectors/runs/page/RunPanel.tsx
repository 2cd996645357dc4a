import type { ReactNode } from 'react'
import styled from 'styled-components'

import { plainNoun, type RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import {
  awayText,
  delayedText,
  endsAfterRetries,
  isUnusable,
  limitText,
  type RunDisplay,
  recordsOpen,
  responds,
  retriesText,
  runDisplayOf,
  timeLeftText,
} from '#contract/connectors/runs/run-display.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import type { Role } from '#src/theme/roles.ts'
import { color, font, narrow, radius, space, unseen } from '#src/theme/theme.ts'
import { StackBar, StackLegend, type StackPart } from '#src/views/kit/charts/StackBar.tsx'
import { LinkButton } from '#src/views/kit/controls/LinkButton.tsx'
import { type DotLook, StatusDot } from '#src/views/kit/feedback/StatusDot.tsx'
import { number } from '#src/views/kit/format/numbers.ts'
import { exactMinute } from '#src/views/kit/format/times.ts'
import { Minute } from '#src/views/kit/text/Minute.tsx'
import { Moment } from '#src/views/kit/text/Moment.tsx'
import { RelativeTime } from '#src/views/kit/text/RelativeTime.tsx'
import { Sentence } from '#src/views/kit/text/Sentence.tsx'
import { TextWithTimestamps } from '#src/views/kit/text/TextWithTimestamps.tsx'
import { useNow } from '#src/views/kit/text/use-now.ts'
import { runMessages } from '../run.messages.ts'
import { runHref } from '../run-links.ts'
import { runPanelMessages } from './run-panel.messages.ts'

const messages = runPanelMessages

type Shown = Exclude<RunDisplay, 'ended'>

const looks = {
  starting: { dot: 'run', tone: 'pending' },
  reading: { dot: 'run', tone: 'pending' },
  moving: { dot: 'run', tone: 'pending' },
  limited: { dot: 'run', tone: 'pending' },
  away: { dot: 'warn', tone: 'warning' },
  delayed: { dot: 'warn', tone: 'warning' },
  paused: { dot: 'off', tone: 'neutral' },
  stopping: { dot: 'run', tone: 'pending' },
} as const satisfies Record<Shown, { readonly dot: DotLook; readonly tone: 'pending' | 'warning' | 'neutral' }>

type Tone = (typeof looks)[Shown]['tone']

const colors = { pending: 'pending.icon', warning: 'warning.icon', neutral: 'chart.6' } as const satisfies Record<Tone, Role>

type RunPanelProps = {
  readonly run: Run
  /** What people call its systems; null where the page does not know. */
  readonly systems?: { readonly source: string | null; readonly destination: string | null }
  /** What its records are called. */
  readonly noun?: RecordNoun
  /** Runs that the engine takes before it, while it is queued. */
  readonly queuedBefore?: number
  /** Where the run has a page that is not this one. */
  readonly isLinked?: boolean
}

/** What an open run does, why, and what follows. Nothing once it has ended. */
export function RunPanel({ run, systems, noun = plainNoun, queuedBefore = 0, isLinked = false }: RunPanelProps) {
  const display = runDisplayOf(run)
  if (display === 'ended') return null
  const { dot, tone } = looks[display]
  const parts = partsOf(run, display, colors[tone])
  const hasRecords = run.recordsRead > 0
  return (
    <Frame $tone={tone} aria-label={messages.name}>
      <Head>
        <StatusDot look={dot}>{messages.words[display]}</StatusDot>
        <What>
          <RunSentence run={run} display={display} systems={systems} noun={noun} queuedBefore={queuedBefore} />
        </What>
        <Actions>
          {run.waiting?.kind === 'limited' && run.waiting.side !== 'enrichment' && isLinked ? (
            <LinkButton $isQuiet href={`/edit-integration/${run.connectorId}`}>
              {messages.changePace}
            </LinkButton>
          ) : null}
          {isLinked ? (
            <LinkButton $isQuiet href={runHref(run.connectorId, run.runId)}>
              {messages.open}
            </LinkButton>
          ) : null}
        </Actions>
      </Head>
      {hasRecords ? (
        <StackBar
          parts={parts}
          filled={run.isReadToEnd ? 1 : readPart}
          label={messages.bar(parts.map(wordsOf), run.recordsRead, noun)}
        />
      ) : null}
      <Foot>
        {hasRecords ? <StackLegend parts={parts} /> : null}
        <Facts run={run} display={display} noun={noun} />
      </Foot>
      <Announced role="status">{announced(run, display)}</Announced>
    </Frame>
  )
}

/** How much of the bar is filled while nobody knows how much is still to be read. */
const readPart = 0.8

const wordsOf = ({ count, word }: StackPart) => `${number(count)} ${word}`

function partsOf(run: Run, display: Shown, waits: StackPart['color']): StackPart[] {
  const { recordsDelivered, recordsFailed, recordsSkipped, recordsUnknown, recordsUnchanged, recordsLeftOut } = run
  const open = recordsOpen(run)
  const word = messages.parts
  const rest: StackPart[] = [
    { id: 'unknown', count: recordsUnknown, word: word.unknown, color: 'chart.3' },
    { id: 'skipped', count: recordsSkipped, word: word.skipped, color: 'chart.6' },
    { id: 'unchanged', count: recordsUnchanged, word: word.unchanged, color: 'chart.2' },
    { id: 'leftOut', count: recordsLeftOut, word: word.leftOut, color: 'chart.6' },
  ]
  return [
    { id: 'delivered', count: recordsDelivered, word: word.delivered, color: 'chart.1' },
    { id: 'failed', count: recordsFailed, word: word.failed, color: 'chart.4' },
    ...rest.filter(({ count }) => count > 0),
    { id: 'waiting', count: open, word: display === 'stopping' ? word.notSent : word.waiting, color: waits, waits: true },
  ]
}

type RunSentenceProps = Pick<RunPanelProps, 'run'> & {
  readonly display: Shown
  readonly systems: RunPanelProps['systems'] | undefined
  readonly noun: RecordNoun
  readonly queuedBefore: number
}

function RunSentence({ run, display, systems, noun, queuedBefore }: RunSentenceProps): ReactNode {
  const { waiting } = run
  if (waiting?.kind === 'limited' && display === 'limited')
    return (
      <>
        {limitText(waiting.system, waiting.pace)} <TimeLeft waiting={waiting} />
      </>
    )
  if (waiting !== null && display === 'away')
    return (
      <>
        <b>
          <Sentence of={messages.since(awayText(waiting))} parts={{ at: <Minute at={waiting.since} /> }} />
        </b>{' '}
        {endsAfterRetries(waiting)
          ? messages.checks(null, waiting.recordsWaiting, noun, retriesText())
          : messages.checks(waiting.checkedEvery, waiting.recordsWaiting, noun)}
      </>
    )
  if (waiting !== null && display === 'delayed')
    return (
      <>
        <b>{delayedText(waiting)}.</b> {messages.checks(null, waiting.recordsWaiting, noun)}
      </>
    )
  switch (display) {
    case 'starting':
      return run.heldBy ? <TextWithTimestamps text={`${run.statusReason} ${run.statusNext}`} /> : messages.starting(queuedBefore)
    case 'paused':
      return (
        <>
          <TextWithTimestamps text={run.statusReason} /> <b>{messages.waits(recordsOpen(run), noun)}</b>
        </>
      )
    case 'stopping':
      return messages.stopping
    default:
      if (run.heldBy)
        return (
          <>
            <b>{run.statusReason}</b> {run.statusNext}
          </>
        )
      return (
        <>
          {display === 'reading' ? messages.reading(systems?.source ?? null) : messages.moving(systems?.destination ?? null)}{' '}
          <b>{timeLeftText(null)}</b>
        </>
      )
  }
}

function TimeLeft({ waiting: { endsAt, nextAt } }: { readonly waiting: Waiting }) {
  const now = useNow()
  if (endsAt === null && nextAt !== null && Date.parse(nextAt) > now)
    return (
      <b>
        <Sentence of={messages.continues} parts={{ at: <Moment at={nextAt} /> }} />
      </b>
    )
  return <b>{timeLeftText(endsAt === null ? null : Math.max(0, Date.parse(endsAt) - now))}</b>
}

function Facts({ run, display, noun }: { readonly run: Run; readonly display: Shown; readonly noun: RecordNoun }) {
  const { waiting, startedAt, recordsRead, isReadToEnd, trigger } = run
  const facts: ReactNode[] = []
  if (waiting !== null && (display === 'away' || display === 'delayed')) {
    if (waiting.reason !== null) facts.push(messages.lastAnswer(waiting.reason, responds(waiting)))
    if (isUnusable(waiting)) facts.push(messages.checkAddress)
    if (waiting.nextAt !== null)
      facts.push(<NextRequest at={waiting.nextAt} isCheck={display === 'away' && !endsAfterRetries(waiting)} />)
    if (display === 'away' && !endsAfterRetries(waiting)) facts.push(goesOn(waiting))
  } else {
    if (recordsRead > 0) facts.push((isReadToEnd ? messages.allRead : messages.readSoFar)(recordsRead, noun))
    if (startedAt !== null)
      facts.push(<Sentence of={messages.started(runMessages.started[trigger])} parts={{ at: <Moment at={startedAt} /> }} />)
    if (waiting?.endsAt != null) facts.push(<Sentence of={messages.done} parts={{ at: <Minute at={waiting.endsAt} /> }} />)
    if (display === 'limited') facts.push(messages.leave)
  }
  return (
    <Right>
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a state keep their places.
        <span key={at}>
          {at === 0 ? null : <span aria-hidden="true"> · </span>}
          {fact}
        </span>
      ))}
    </Right>
  )
}

function goesOn(waiting: Waiting): string {
  if (!responds(waiting)) return messages.goesOn(waiting.system)
  return (waiting.side === 'destination' ? messages.goesOnAccepted : messages.goesOnWithData)(waiting.system)
}

/** When the next request goes out. One whose time has come is under way, whatever the page read last. */
function NextRequest({ at, isCheck }: { readonly at: string; readonly isCheck: boolean }) {
  const now = useNow()
  if (Date.parse(at) <= now) return isCheck ? messages.checking : messages.trying
  return <Sentence of={isCheck ? messages.nextCheck : messages.nextTry} parts={{ in: <RelativeTime at={at} /> }} />
}

/** What is read out: only what changes with the state, and no count or time that moves meanwhile. */
function announced({ waiting }: Run, display: Shown): string {
  if (waiting === null || (display !== 'away' && display !== 'limited')) return messages.announced[display]
  return display === 'away'
    ? messages.since(awayText(waiting)).replace('{at}', exactMinute(new Date(waiting.since)))
    : messages.limited(waiting.system)
}

const Frame = styled.section<{ readonly $tone: Tone }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  padding: ${space[12]} ${space[12]} ${space[12]} ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  box-shadow: inset 3px 0 ${({ $tone }) => color[colors[$tone]]};
`

const Head = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[8]} ${space[24]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`

const What = styled.p`
  min-width: 0;
  overflow-wrap: anywhere;

  & b {
    font-weight: 600;
  }
`

const Actions = styled.div`
  display: flex;
  gap: ${space[8]};

  &:empty {
    display: none;
  }

  ${narrow} {
    & > * {
      flex: 1;
    }
  }
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[4]} ${space[24]};
`

const Right = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
  font-variant-numeric: tabular-nums;
`

const Announced = styled.span`
  ${unseen}
`
