import styled from 'styled-components'
import { countedNoun } from '#contract/connectors/runs/record-noun.ts'
import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { RunProblem, RunReport } from '#contract/connectors/runs/run-report.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '#src/views/kit/feedback/StatusDot.tsx'
import { number } from '#src/views/kit/format/numbers.ts'
import { duration } from '#src/views/kit/format/spans.ts'
import { SectionHeader } from '#src/views/kit/layout/SectionHeader.tsx'
import { KeyValue } from '#src/views/kit/text/KeyValue.tsx'
import { Moment } from '#src/views/kit/text/Moment.tsx'
import { RecordLabel } from '#src/views/kit/text/RecordLabel.tsx'
import { TextWithTimestamps } from '#src/views/kit/text/TextWithTimestamps.tsx'
import { hasValues, quotable } from '../../problems/problem-title.ts'
import { DestinationTable } from '../destinations/DestinationTable.tsx'
import { destinationMessages } from '../destinations/destination.messages.ts'
import { Lasted } from '../Lasted.tsx'
import { runMessages } from '../run.messages.ts'
import {
  followUpsOfRun,
  replayOfDestination,
  retryOfProblem,
  transactionsOfDestination,
  transactionsOfProblem,
} from '../run-links.ts'
import { reasonOf } from '../run-status.ts'
import { Sums } from '../Sums.tsx'
import { RunPanel } from './RunPanel.tsx'
import { RunParts } from './RunParts.tsx'
import { followUpMessages } from './run-panel.messages.ts'

const messages = runMessages.page

/** Milliseconds in the queue that every run has, and that tell nothing. */
const waitShownFrom = 1_000

function followUpsText(of: NonNullable<RunReport['afterwards']>): string {
  const kinds = (['done', 'failed', 'unknown', 'pending'] as const).filter((kind) => kind === 'done' || of[kind] > 0)
  const counts = kinds.map((kind) => followUpMessages.followUpsOf[kind](number(of[kind]))).join(', ')
  return of.failed + of.unknown > 0 ? `${counts}. ${followUpMessages.followUpsNote}` : counts
}

/** With a link to the records where some failed. */
function FollowUps({ of, run }: { readonly of: NonNullable<RunReport['afterwards']>; readonly run: RunReport['run'] }) {
  if (of.failed + of.unknown === 0) return followUpsText(of)
  return (
    <>
      {followUpsText(of)}{' '}
      <PlainLink href={followUpsOfRun(run.connectorId, run.runId)}>{followUpMessages.followUpRecords}</PlainLink>
    </>
  )
}

/** What a run read and what became of it, its times, and what its records were lost for. */
export function RunView({ report }: { readonly report: RunReport }) {
  const { run, parts, destinations = [], afterwards, recordNoun, startedBy, queuedAt, problems } = report
  const { startedAt, endedAt } = run
  const waited = startedAt === null ? 0 : Date.parse(startedAt) - Date.parse(queuedAt)
  // What a run waits for stands in its panel.
  const isTold = run.waiting !== null && endedAt === null
  const reason = isTold ? '' : reasonOf(run)
  return (
    <Stack>
      {run.error === null ? null : <ProblemAlert problem={run.error} />}
      <RunPanel run={run} noun={recordNoun} />
      <Sums of={run} isOpen={openRunStates.some((state) => state === run.status)} />
      {destinations.length === 0 ? null : (
        <DestinationTable
          destinations={destinations}
          note={destinationMessages.ofRun}
          hrefOf={(id) => transactionsOfDestination(run.connectorId, id, run.runId)}
          {...(endedAt === null ? {} : { retryOf: (id: number) => replayOfDestination(run.connectorId, run.runId, id) })}
        />
      )}
      {problems.length === 0 ? null : (
        <section aria-label={messages.problems}>
          <SectionHeader title={messages.problems} note={messages.problemsNote} />
          <List>
            {problems.map((problem) => (
              <Problem key={problem.id} report={report} problem={problem} />
            ))}
          </List>
        </section>
      )}
      {parts.length === 0 ? null : <RunParts parts={parts} />}
      <section aria-label={messages.times}>
        <SectionHeader title={messages.times} />
        <KeyValue
          of={[
            [messages.queued, <Moment key="queued" at={queuedAt} />],
            [messages.begun, startedAt === null ? messages.notBegun : <Moment key="begun" at={startedAt} />],
            [messages.ended, endedAt === null ? null : <Moment key="ended" at={endedAt} />],
            [messages.lasted, <Lasted key="lasted" run={run} />],
            [messages.waited, waited > waitShownFrom ? duration(waited) : null],
            [messages.pages, number(run.pagesRead)],
            [messages.startedBy, startedBy ?? runMessages.startedBy[run.trigger]],
            [messages.why, reason === '' ? null : <TextWithTimestamps key="why" text={reason} />],
            [
              followUpMessages.followUps,
              afterwards === undefined ? null : <FollowUps key="followUps" of={afterwards} run={run} />,
            ],
            [messages.next, endedAt !== null || isTold ? null : <TextWithTimestamps key="next" text={run.statusNext} />],
            [messages.twice, run.recordsPossiblyTwice === 0 ? null : messages.twiceOf(number(run.recordsPossiblyTwice))],
          ]}
        />
      </section>
    </Stack>
  )
}

type ProblemProps = {
  readonly report: RunReport
  readonly problem: RunProblem
}

/** Records that were lost for one cause: what the destination said, and one click to the records. */
function Problem({ report, problem }: ProblemProps) {
  const { id, field, failed, unknown, arrived, arrivedAt, answer, answerStatus, isMixed } = problem
  const { run, connector, recordNoun, queuedAt, readAt } = report
  const lost = failed + unknown
  const said = answer === null ? null : remoteMessage(answer)
  const isExample = lost > 1 && (isMixed || hasValues(said ?? problem.message))
  return (
    <Item>
      <StatusDot look={arrived === lost ? 'ok' : failed > 0 ? 'bad' : 'warn'}>{countedNoun(recordNoun, lost)}</StatusDot>
      <Why>
        {isExample ? `${messages.forExample} ` : null}
        {said === null ? <TextWithTimestamps text={problem.message} /> : <q>{quotable(said)}</q>}
        <Below>
          {field === null ? null : (
            <>
              <code>{field}</code> ·{' '}
            </>
          )}
          {answerStatus === null ? null : `${messages.status(answerStatus)} · `}
          {unknown > 0 ? `${runMessages.unknown(number(unknown))} · ` : null}
          {arrived > 0 ? messages.arrived(number(arrived), number(lost)) : null}
          {arrivedAt === null ? null : (
            <>
              , <Moment at={arrivedAt} />
            </>
          )}
          {arrived > 0 ? ' · ' : null}
          {messages.example} <RecordLabel of={problem.example} />
        </Below>
      </Why>
      <PlainLink href={transactionsOfProblem(connector._id, run.runId, id)}>{messages.showRecords}</PlainLink>
      {arrived === lost ? null : (
        <PlainLink href={retryOfProblem(connector._id, id, queuedAt, endOf(run.endedAt, readAt))}>
          {messages.retryThem(number(lost - arrived))}
        </PlainLink>
      )}
    </Item>
  )
}

/** Behind the last failure of the run: the end of a time is not in it. */
const endOf = (endedAt: string | null, readAt: string) => new Date(Date.parse(endedAt ?? readAt) + 1_000).toISOString()

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
`

const List = styled.ul`
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
`

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[16]};
  padding: ${space[8]} ${space[16]};

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }
`

const Why = styled.div`
  flex: 1 1 20rem;
  min-width: 0;
  overflow-wrap: anywhere;
`

const Below = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
