import { useId } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'

import { color, space } from '../theme/theme.ts'
import { Panel, PanelTitle, ring, rowLook } from './panel.ts'
import type { Seen } from './recorder.ts'

type ActorTreeProps = { readonly actors: readonly Seen[]; readonly chosen: string }

/** The actors of the page, each under the one that runs it; those that have ended stand apart. */
export function ActorTree({ actors, chosen }: ActorTreeProps) {
  const live = actors.filter(({ status }) => status === 'active')
  const ended = actors.filter(({ status }) => status !== 'active').toReversed()
  return (
    <Panel as="nav" aria-label="Actors">
      <PanelTitle>Actors</PanelTitle>
      <Scroll>
        <Branch actors={live} parent={null} chosen={chosen} />
        <Ended words="Ended" actors={ended.filter(({ machine }) => machine !== null)} chosen={chosen} />
        <Ended words="Finished work" actors={ended.filter(({ machine }) => machine === null)} chosen={chosen} />
      </Scroll>
    </Panel>
  )
}

type EndedProps = { readonly words: string; readonly actors: readonly Seen[]; readonly chosen: string }

/** Newest first. */
function Ended({ words, actors, chosen }: EndedProps) {
  const id = useId()
  if (actors.length === 0) return null
  return (
    <>
      <Apart id={id}>
        {words} ({actors.length})
      </Apart>
      <ul aria-labelledby={id}>
        {actors.map((actor) => (
          <li key={actor.sessionId}>
            <Leaf actor={actor} chosen={chosen} />
          </li>
        ))}
      </ul>
    </>
  )
}

type BranchProps = { readonly actors: readonly Seen[]; readonly parent: string | null; readonly chosen: string }

function Branch({ actors, parent, chosen }: BranchProps) {
  const isKnown = (id: string | null) => actors.some(({ sessionId }) => sessionId === id)
  const own = actors.filter(({ parentId }) => (parent === null ? !isKnown(parentId) : parentId === parent))
  if (own.length === 0) return null
  return (
    <Twigs>
      {own.map((actor) => (
        <li key={actor.sessionId}>
          <Leaf actor={actor} chosen={chosen} />
          <Branch actors={actors} parent={actor.sessionId} chosen={chosen} />
        </li>
      ))}
    </Twigs>
  )
}

function Leaf({ actor, chosen }: { readonly actor: Seen; readonly chosen: string }) {
  const { sessionId, name, status } = actor
  return (
    <Row href={`/inspector?actor=${sessionId}`} aria-current={sessionId === chosen ? 'true' : undefined}>
      {name} <Quiet>{status === 'active' ? sessionId : `${sessionId}, ${status}`}</Quiet>
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

const Apart = styled.h3`
  padding: ${space[12]} ${space[12]} ${space[4]};
  color: ${color['text.muted']};
  font: inherit;
`

const Row = styled(Link)`
  ${rowLook}
  ${ring}
`

const Quiet = styled.span`
  color: ${color['text.subtle']};
`
