import { useSyncExternalStore } from 'react'
import styled from 'styled-components'
import { useSearchParams } from 'wouter'

import { narrow, space } from '../theme/theme.ts'
import { EmptyState } from '../views/kit/feedback/EmptyState.tsx'
import { PageFrame } from '../views/kit/layout/PageFrame.tsx'
import { ActorTree } from './ActorTree.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { elkInWorker } from './elk.ts'
import { type Follower, pageFollower } from './follower.ts'
import { inspectorMessages as messages } from './inspector.messages.ts'
import type { Elk } from './layout.ts'
import { pageRecorder, type Recorder } from './recorder.ts'
import { placeOf, type Tab } from './tab.ts'

type InspectorPageProps = { readonly recorder?: Recorder; readonly follower?: Follower; readonly elk?: () => Elk }

/** What runs in this tab and the others: their actors, the chart of the chosen one, and what happened to it. Nothing of it leaves the machine. */
export function InspectorPage({ recorder = pageRecorder(), follower = pageFollower, elk = elkInWorker }: InspectorPageProps) {
  const own = useSyncExternalStore(recorder.subscribe, recorder.getView)
  const others = useSyncExternalStore(follower.subscribe, follower.getView)
  const [params] = useSearchParams()
  const here: Tab = { id: null, title: messages.title, path: '/inspector', state: 'live', actors: own }
  const tabs = [here, ...others]
  const tab = tabs.find(({ id }) => id === params.get('tab')) ?? here
  const chosen =
    tab.actors.find(({ sessionId }) => sessionId === params.get('actor')) ?? tab.actors.find(({ graph }) => graph !== null)
  const number = Number(params.get('entry'))
  const pinned = chosen?.entries.find((entry) => entry.number === number)
  const entry = pinned ?? chosen?.entries.at(-1)

  return (
    <PageFrame title={messages.title}>
      {chosen === undefined || entry === undefined ? (
        <EmptyState title={messages.none}>
          <p>{messages.firstStep}</p>
        </EmptyState>
      ) : (
        <Columns>
          <ActorTree tabs={tabs} chosen={placeOf(tab, chosen.sessionId)} />
          <ChartPanel actor={chosen} entry={entry} elk={elk} />
          <EntryPanel actor={chosen} tab={tab} entry={entry} isPinned={pinned !== undefined} />
        </Columns>
      )}
    </PageFrame>
  )
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: 11rem minmax(0, 1fr) 19rem;
  gap: ${space[12]};
  height: calc(100dvh - 10rem);
  min-height: 28rem;

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    height: auto;
  }
`
