import { useId } from 'react'
import styled from 'styled-components'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'

import { color, font, space } from '../theme/theme.ts'
import { number } from '../views/kit/format/numbers.ts'
import { inspectorMessages as messages } from './inspector.messages.ts'
import { Panel, PanelTitle, ring, rowLook } from './panel.ts'
import type { Seen } from './recorder.ts'
import { placeOf, type Tab } from './tab.ts'

type ActorTreeProps = {
  readonly tabs: readonly Tab[]
  /** The address of the chosen one. */
  readonly chosen: string
}

/** The actors by tab, each under the one that runs it; those that have ended stand apart. */
export function ActorTree({ tabs, chosen }: ActorTreeProps) {
  return (
    <Panel as="nav" aria-label={messages.actors}>
      <PanelTitle>{messages.actors}</PanelTitle>
      <Scroll>
        {tabs.map((tab) => (
          <OfTab key={tab.id} tab={tab} chosen={chosen} />
        ))}
        {tabs.length === 1 ? <Hint>{messages.otherTabs}</Hint> : null}
      </Scroll>
    </Panel>
  )
}

function OfTab({ tab, chosen }: { readonly tab: Tab; readonly chosen: string }) {
  const id = useId()
  const { actors } = tab
  const live = actors.filter(({ status }) => status === 'active')
  const ended = actors.filter(({ status }) => status !== 'active').toReversed()
  return (
    <section aria-labelledby={id}>
      <TabName id={id}>
        {tab.id === null ? messages.thisTab : messages.tab(tab.title, tab.path)}
        {notes[tab.state] === null ? null : <Quiet> {notes[tab.state]}</Quiet>}
      </TabName>
      <Branch tab={tab} actors={live} parent={null} chosen={chosen} />
      <Ended say={messages.ended} tab={tab} actors={ended.filter(({ graph }) => graph !== null)} chosen={chosen} />
      <Ended say={messages.finished} tab={tab} actors={ended.filter(({ graph }) => graph === null)} chosen={chosen} />
    </section>
  )
}

const notes = { live: null, silent: messages.silent, gone: messages.gone } as const satisfies Record<Tab['state'], string | null>

type BranchProps = { readonly tab: Tab; readonly actors: readonly Seen[]; readonly chosen: string }

/** Newest first. */
function Ended({ say, tab, actors, chosen }: BranchProps & { readonly say: (count: string) => string }) {
  const id = useId()
  if (actors.length === 0) return null
  return (
    <>
      <Apart id={id}>{say(number(actors.length))}</Apart>
      <ul aria-labelledby={id}>
        {actors.map((actor) => (
          <li key={actor.sessionId}>
            <Leaf tab={tab} actor={actor} chosen={chosen} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Branch({ tab, actors, parent, chosen }: BranchProps & { readonly parent: string | null }) {
  const isKnown = (id: string | null) => actors.some(({ sessionId }) => sessionId === id)
  const own = actors.filter(({ parentId }) => (parent === null ? !isKnown(parentId) : parentId === parent))
  if (own.length === 0) return null
  return (
    <Twigs>
      {own.map((actor) => (
        <li key={actor.sessionId}>
          <Leaf tab={tab} actor={actor} chosen={chosen} />
          <Branch tab={tab} actors={actors} parent={actor.sessionId} chosen={chosen} />
        </li>
      ))}
    </Twigs>
  )
}

function Leaf({ tab, actor, chosen }: { readonly tab: Tab; readonly actor: Seen; readonly chosen: string }) {
  const { sessionId, name, status } = actor
  const place = placeOf(tab, sessionId)
  return (
    <Row href={place} aria-current={place === chosen ? 'true' : undefined}>
      {name} <Quiet>{status === 'active' ? sessionId : messages.endedActor(sessionId, status)}</Quiet>
    </Row>
  )
}

const Scroll = styled.div`
  overflow: auto;
`

const Twigs = styled.ul`
  & & {
    margin-left: ${space[12]};
  }
`

const TabName = styled.h3`
  padding: ${space[12]} ${space[12]} ${space[4]};
  color: ${color['text.default']};
  font: ${font.strong};
  overflow-wrap: anywhere;
`

const Hint = styled.p`
  padding: ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Apart = styled.h4`
  padding: ${space[12]} ${space[12]} ${space[4]};
  color: ${color['text.muted']};
  font: inherit;
`

const Row = styled(PlainLink)`
  ${rowLook}
  ${ring}
`

const Quiet = styled.span`
  color: ${color['text.subtle']};
`
