import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { connectorMessages } from '../details/connector.messages.ts'
import { pillOfHealth } from '../details/health-pill.ts'
import { statusMessages } from '../details/status-pills.ts'
import { runMessages } from '../runs/run.messages.ts'
import { pillOfRun } from '../runs/run-status.ts'
import { engineMessages as messages } from './engine.messages.ts'
import { groupsByStatus } from './status-groups.ts'

/** What the engine runs now, what is due next, what waits and why: as the server says it of each connector. */
export function EngineView({ actor }: { readonly actor: ListActor }) {
  return (
    <ListFrame<ConnectorListItem>
      actor={actor}
      name={messages.name}
      empty={<EmptyState title={messages.none}>{messages.noneWhy}</EmptyState>}
    >
      {({ items }) => {
        const { running, due, waiting } = groupsByStatus(items)
        return (
          <Parts>
            <Part title={messages.running} none={messages.runningNone} items={running} draw={Running} />
            <Part title={messages.due} none={messages.dueNone} items={due} draw={Due} />
            <Part title={messages.waiting} none={messages.waitingNone} items={waiting} draw={Waiting} />
          </Parts>
        )
      }}
    </ListFrame>
  )
}

type PartProps = {
  readonly title: string
  readonly none: string
  readonly items: readonly ConnectorListItem[]
  readonly draw: (props: { readonly item: ConnectorListItem }) => ReactNode
}

function Part({ title, none, items, draw: Draw }: PartProps) {
  return (
    <Card aria-label={title}>
      <Title>{title}</Title>
      {items.length === 0 ? <p>{none}</p> : null}
      <ul>
        {items.map((item) => (
          <Line key={item._id}>
            <PlainLink href={`/details/${item._id}`}>{item.name}</PlainLink>
            <Draw item={item} />
          </Line>
        ))}
      </ul>
    </Card>
  )
}

function Running({ item: { lastRun } }: { readonly item: ConnectorListItem }) {
  if (lastRun === null) return null
  const { recordsRead, recordsDelivered, startedAt } = lastRun
  return (
    <>
      <p>
        <StatusPill {...pillOfRun(lastRun)} />{' '}
        {startedAt === null ? null : <Sentence of={messages.startedAt} parts={{ at: <Moment at={startedAt} /> }} />}
      </p>
      <Below>{runMessages.ofRead([runMessages.delivered(number(recordsDelivered))], number(recordsRead))}</Below>
    </>
  )
}

function Due({ item: { schedule } }: { readonly item: ConnectorListItem }) {
  if (schedule?.nextRunAt == null) return null
  return (
    <p>
      <Sentence of={messages.dueAt} parts={{ at: <Moment at={schedule.nextRunAt} /> }} />
    </p>
  )
}

function Waiting({ item }: { readonly item: ConnectorListItem }) {
  const { status, statusReason, statusNext, heldEvents = 0, health, lastRun } = item
  return (
    <>
      <p>
        <StatusPill {...statusMessages[status]} /> <StatusPill {...pillOfHealth(health.level)} />{' '}
        <TextWithTimestamps text={statusReason} />
      </p>
      {lastRun?.status === 'queued' ? <Below>{messages.queued}</Below> : null}
      {lastRun?.status === 'paused' ? <Below>{messages.runPaused}</Below> : null}
      {heldEvents === 0 ? null : <Below>{connectorMessages.heldEvents(heldEvents)}</Below>}
      <Below>
        <TextWithTimestamps text={statusNext} />
      </Below>
    </>
  )
}

const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: ${space[16]};
`

const Card = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Title = styled.h2`
  font: ${font.section};
`

const Line = styled.li`
  display: grid;
  gap: ${space[4]};
  padding: ${space[8]} 0;
  border-top: 1px solid ${color['border.subtle']};
  overflow-wrap: anywhere;
`

const Below = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
