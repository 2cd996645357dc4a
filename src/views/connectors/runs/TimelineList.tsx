import { GitCommitVertical, type LucideIcon, Play, Rocket } from 'lucide-react'
import styled from 'styled-components'
import type { TimelineEntry, TimelineKind } from '#contract/connectors/runs/timeline.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { runMessages } from './run.messages.ts'
import { pillOfRun } from './run-status.ts'
import { timelineMessages as messages } from './timeline.messages.ts'

export type KindFilter = TimelineKind | 'all'

type TimelineListProps = {
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  readonly kind: KindFilter
  readonly onKind: (kind: KindFilter) => void
  /** Where the transactions of a run are shown. */
  readonly hrefOf: (runId: string) => string
}

const icons: Readonly<Record<TimelineKind, LucideIcon>> = { run: Play, change: GitCommitVertical, deployment: Rocket }

/** Runs, what people did and how deployments ended, newest first: who, what, from where to where. */
export function TimelineList({ actor, page, pageSize, onPage, kind, onKind, hrefOf }: TimelineListProps) {
  return (
    <ListFrame<TimelineEntry>
      actor={actor}
      name={messages.name}
      tools={<Select label={messages.filter} options={messages.kinds} value={kind} onChoose={onKind} />}
      empty={<EmptyState title={messages.none}>{kind === 'all' ? messages.firstStep : messages.noneFits}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Entries aria-label={messages.list}>
            {items.map((entry) => (
              <Entry key={`${entry.kind} ${entry.id}`} entry={entry} hrefOf={hrefOf} />
            ))}
          </Entries>
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}

type EntryProps = { readonly entry: TimelineEntry; readonly hrefOf: (runId: string) => string }

function Entry({ entry, hrefOf }: EntryProps) {
  const Icon = icons[entry.kind]
  return (
    <Line>
      <Icon aria-hidden="true" />
      <div>
        <Title>
          {titleOf(entry)}
          {entry.kind === 'run' ? <StatusPill {...pillOfRun(entry.run)} /> : null}
        </Title>
        <What entry={entry} hrefOf={hrefOf} />
        <Who>
          {messages.kind[entry.kind]}, <Moment at={entry.at} />, {whoOf(entry)}
        </Who>
      </div>
    </Line>
  )
}

function titleOf(entry: TimelineEntry): string {
  if (entry.kind === 'run') return messages.run(runMessages.started[entry.run.trigger], entry.run.version)
  if (entry.kind === 'change') return messages.changed[entry.what] ?? entry.what
  return entry.isLive && entry.toVersion !== null ? messages.wentLive(entry.toVersion) : messages.failed
}

function whoOf({ kind, actor, ...entry }: TimelineEntry): string {
  if (actor !== null) return messages.by(actor)
  return kind === 'run' && 'run' in entry && entry.run.trigger !== 'manual' ? messages.bySystem : messages.byNobody
}

function What({ entry, hrefOf }: EntryProps) {
  if (entry.kind === 'run') {
    const {
      recordsRead,
      sourceRecordsRead,
      recordsDelivered,
      recordsSkipped,
      recordsFailed,
      recordsUnknown,
      recordsUnchanged,
      recordsLeftOut,
      statusReason,
    } = entry.run
    const parts = [
      runMessages.delivered(number(recordsDelivered)),
      runMessages.skipped(number(recordsSkipped)),
      runMessages.failed(number(recordsFailed)),
      ...(recordsUnknown > 0 ? [runMessages.unknown(number(recordsUnknown))] : []),
      ...(recordsUnchanged > 0 ? [runMessages.unchanged(number(recordsUnchanged))] : []),
      ...(recordsLeftOut > 0 ? [runMessages.leftOut(number(recordsLeftOut))] : []),
    ]
    return (
      <p>
        {runMessages.ofRead(parts, runMessages.readFrom(recordsRead, sourceRecordsRead))}.{' '}
        <TextWithTimestamps text={statusReason} /> <PlainLink href={hrefOf(entry.id)}>{messages.records}</PlainLink>
      </p>
    )
  }
  if (entry.kind === 'change') {
    const { from, to, detail } = entry
    return (
      <>
        {from === to ? null : <p>{messages.fromTo(from ?? messages.nothing, to ?? messages.nothing)}</p>}
        <p>
          <TextWithTimestamps text={detail} />
        </p>
      </>
    )
  }
  const { isLive, fromVersion, toVersion, changed, detail } = entry
  if (!isLive)
    return (
      <p>
        <TextWithTimestamps text={detail} /> {fromVersion === null ? null : messages.stays(fromVersion)}
      </p>
    )
  return (
    <>
      <p>{messages.versions(fromVersion === null ? messages.nothing : String(fromVersion), String(toVersion))}</p>
      {fromVersion === null ? null : (
        <p>{changed.length === 0 ? messages.same : messages.parts(changed.map((part) => messages.part[part]))}</p>
      )}
    </>
  )
}

const Entries = styled.ol`
  display: grid;
  gap: 0;
  margin: 0;
  padding: 0;
  list-style: none;
`

const Line = styled.li`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space[12]};
  padding: ${space[12]} ${space[4]};
  border-bottom: 1px solid ${color['border.subtle']};
  overflow-wrap: anywhere;

  & > svg {
    width: 1rem;
    height: 1rem;
    margin-top: ${space[4]};
    color: ${color['text.muted']};
  }
`

const Title = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  font: ${font.strong};
`

const Who = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
