import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { ConnectorListItem } from '../../../contract/connector.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { connectorWords } from '../../words/connector.ts'
import { engineWords as words } from '../../words/engine.ts'
import { number } from '../../words/numbers.ts'
import { runWords } from '../../words/run.ts'
import { pillOfHealth } from '../connector/health-pill.ts'
import { statusWords } from '../connector/status-words.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Go } from '../parts/Go.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Said } from '../parts/Said.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { pillOfRun } from '../run/run-standing.ts'
import { standingsOf } from './standings.ts'

/** What the engine runs now, what is due next, what waits and why: as the server says it of each connector. */
export function EngineView({ actor }: { readonly actor: ListActor }) {
  return (
    <ListFrame<ConnectorListItem>
      actor={actor}
      name={words.name}
      empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
    >
      {({ items }) => {
        const { running, due, waiting } = standingsOf(items)
        return (
          <Parts>
            <Part title={words.running} none={words.runningNone} items={running} draw={Running} />
            <Part title={words.due} none={words.dueNone} items={due} draw={Due} />
            <Part title={words.waiting} none={words.waitingNone} items={waiting} draw={Waiting} />
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
            <Go href={`/details/${item._id}`}>{item.name}</Go>
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
        {startedAt === null ? null : <Sentence of={words.startedAt} parts={{ at: <Moment at={startedAt} /> }} />}
      </p>
      <Below>{runWords.ofRead([runWords.delivered(number(recordsDelivered))], number(recordsRead))}</Below>
    </>
  )
}

function Due({ item: { schedule } }: { readonly item: ConnectorListItem }) {
  if (schedule?.nextRunAt == null) return null
  return (
    <p>
      <Sentence of={words.dueAt} parts={{ at: <Moment at={schedule.nextRunAt} /> }} />
    </p>
  )
}

function Waiting({ item }: { readonly item: ConnectorListItem }) {
  const { status, statusReason, statusNext, heldEvents = 0, health, lastRun } = item
  return (
    <>
      <p>
        <StatusPill {...statusWords[status]} /> <StatusPill {...pillOfHealth(health.level)} /> <Said text={statusReason} />
      </p>
      {lastRun?.status === 'queued' ? <Below>{words.queued}</Below> : null}
      {lastRun?.status === 'paused' ? <Below>{words.runPaused}</Below> : null}
      {heldEvents === 0 ? null : <Below>{connectorWords.heldEvents(heldEvents)}</Below>}
      <Below>
        <Said text={statusNext} />
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
