import styled from 'styled-components'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'

import { color, font, space } from '../theme/theme.ts'
import { finestClock } from '../views/kit/format/times.ts'
import { inspectorMessages as messages } from './inspector.messages.ts'
import { Panel, PanelTitle, ring, rowLook } from './panel.ts'
import type { Entry, Seen } from './recorder.ts'
import { placeOf, type Tab } from './tab.ts'

type EntryPanelProps = {
  readonly actor: Seen
  readonly tab: Tab
  readonly entry: Entry
  /** Whether the person chose the entry; otherwise it is the newest one. */
  readonly isPinned: boolean
}

/** What happened to one actor, newest first, and what it was after the chosen event. Secrets are masked. */
export function EntryPanel({ actor, tab, entry, isPinned }: EntryPanelProps) {
  const place = placeOf(tab, actor.sessionId)
  const from = tab.actors.find(({ sessionId }) => sessionId === entry.from)
  return (
    <Panel aria-label={messages.eventsOf(actor.name)}>
      <PanelTitle>{messages.eventsOf(actor.name)}</PanelTitle>
      <Halves>
        <List tabIndex={-1}>
          {actor.entries.toReversed().map(({ number, at, event }) => (
            <li key={number}>
              <Row href={`${place}&entry=${number}`} aria-current={number === entry.number ? 'true' : undefined}>
                <Time dateTime={new Date(at).toISOString()}>{finestClock(at)}</Time>
                <span>{event.type}</span>
              </Row>
            </li>
          ))}
        </List>
        <Details aria-label={messages.entry(entry.number)}>
          <p>
            {isPinned ? <PlainLink href={place}>{messages.follow}</PlainLink> : messages.following}
            {entry.from === null ? null : messages.sentBy(from?.name ?? entry.from)}
          </p>
          <h3>{messages.event}</h3>
          <Text tabIndex={0} aria-label={messages.payload}>
            {written(entry.event)}
          </Text>
          <h3>{messages.snapshotAfter}</h3>
          <Text tabIndex={0} aria-label={messages.snapshot}>
            {written(entry.snapshot)}
          </Text>
        </Details>
      </Halves>
    </Panel>
  )
}

function written(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner === undefined ? 'undefined' : inner), 2)
}

const Halves = styled.div`
  display: grid;
  grid-template-rows: minmax(6rem, 2fr) minmax(8rem, 3fr);
  min-height: 0;
`

const List = styled.ol`
  overflow: auto;
  border-bottom: 1px solid ${color['border.subtle']};
`

const Row = styled(PlainLink)`
  ${rowLook}
  ${ring}
`

const Time = styled.time`
  color: ${color['text.subtle']};
  font-variant-numeric: tabular-nums;
`

const Details = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[8]};
  padding: ${space[12]};
  font: ${font.dense};
  overflow: auto;

  & > h3 {
    font: ${font.strong};
  }
`

const Text = styled.pre`
  padding: ${space[8]};
  border: 1px solid ${color['border.subtle']};
  background: ${color['bg.sunken']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  ${ring}
`
