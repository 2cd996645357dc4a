import type { ReactNode } from 'react'
import styled from 'styled-components'
import { waitingText } from '#contract/connectors/runs/run-display.ts'
import type { EngineRunGroup, ListedRun, ScheduledStart } from '#contract/connectors/runs/run-list.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { runMessages } from '../runs/run.messages.ts'
import { RunLink } from '../runs/run-cells.ts'
import { runHref } from '../runs/run-links.ts'
import { dotOfRun, pillOfRun } from '../runs/run-status.ts'
import { engineMessages as messages } from './engine.messages.ts'

export type GroupName = EngineRunGroup | 'scheduled'

/** In their order. */
export const groupNames: readonly GroupName[] = ['running', 'scheduled', 'queued', 'failed']

type EngineGroupProps = {
  readonly name: GroupName
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** The lines of this page. */
  readonly children: ReactNode
}

/** One group of what the engine has to do, a page of it. */
export function EngineGroup({ name, total, page, pageSize, onPage, children }: EngineGroupProps) {
  const { title, note, none } = messages.groups[name]
  return (
    <section aria-label={title}>
      <SectionHeader title={`${title} ${number(total)}`} note={note} />
      {total === 0 ? <None>{none}</None> : <ul>{children}</ul>}
      {total > pageSize ? <Pager name={title} page={page} pageSize={pageSize} total={total} onPage={onPage} /> : null}
    </section>
  )
}

/** A run: its connector, how far it is, and what it says. */
export function RunLine({ run }: { readonly run: ListedRun }) {
  const {
    connectorId,
    connectorName,
    runId,
    recordsDelivered,
    recordsRead,
    sourceRecordsRead,
    recordsFailed,
    recordsUnknown,
    statusReason,
  } = run
  const lost = recordsFailed + recordsUnknown
  const parts = [runMessages.delivered(number(recordsDelivered)), ...(lost > 0 ? [runMessages.failed(number(lost))] : [])]
  return (
    <Line>
      <PlainLink href={`/details/${connectorId}`}>{connectorName}</PlainLink>
      <RunLink href={runHref(connectorId, runId)}>
        <StatusDot look={dotOfRun(run)}>{pillOfRun(run).word}</StatusDot>
      </RunLink>
      <Time>
        <RelativeTime at={run.endedAt ?? run.startedAt ?? run.statusSince} />
      </Time>
      <Below>
        {run.status === 'queued' || run.status === 'paused' || run.heldBy ? (
          <TextWithTimestamps text={`${statusReason} ${run.statusNext}`} />
        ) : run.waiting !== null ? (
          <TextWithTimestamps text={waitingText(run.waiting)} />
        ) : run.status === 'failed' ? (
          <TextWithTimestamps text={run.error?.message ?? statusReason} />
        ) : (
          runMessages.ofRead(parts, runMessages.readFrom(recordsRead, sourceRecordsRead))
        )}
      </Below>
    </Line>
  )
}

/** A connector that starts by itself, and when. */
export function StartLine({ start: { connectorId, connectorName, at } }: { readonly start: ScheduledStart }) {
  return (
    <Line>
      <PlainLink href={`/details/${connectorId}`}>{connectorName}</PlainLink>
      <span>
        {messages.due} <Moment at={at} />
      </span>
      <Time>
        <RelativeTime at={at} />
      </Time>
    </Line>
  )
}

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) auto;
  align-items: center;
  gap: 2px ${space[12]};
  min-height: 2.5rem;
  padding: ${space[8]} 0;
  border-top: 1px solid ${color['border.subtle']};

  & > a {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`

const Time = styled.span`
  color: ${color['text.muted']};
  text-align: right;
`

const Below = styled.p`
  grid-column: 1 / -1;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;
`

const None = styled.p`
  padding: ${space[8]} 0;
  color: ${color['text.muted']};
`
