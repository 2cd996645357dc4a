import { useActorRef, useSelector } from '@xstate/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'

import type { User } from '../../../contract/auth.ts'
import { inspect } from '../../inspection.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import { selectReading } from '../../machines/studio/studio.selectors.ts'
import { selectAsked } from '../../machines/time-filter/time-filter.selectors.ts'
import type { Question } from '../../machines/time-filter/time-filter-place.ts'
import type { Access } from '../../services/http.ts'
import { RangeFilter } from '../../views/analytics/RangeFilter.tsx'
import { Spinner } from '../../views/parts/Spinner.tsx'
import { Tabs } from '../../views/parts/Tabs.tsx'
import { toast } from '../../views/parts/toast.ts'
import { ComingSoon, type LaterTab } from '../../views/studio/ComingSoon.tsx'
import { StudioFrame } from '../../views/studio/StudioFrame.tsx'
import { liveStudioMachine } from '../../wiring/studio.ts'
import { liveRangeMachine, rangeHere } from '../../wiring/time-filter.ts'
import { studioWords as words } from '../../words/studio.ts'
import type { UniverseTabProps } from './studio-tab.ts'
import { type StudioTabName, useStudioPlace } from './use-studio-place.ts'

type StudioRouteProps = { readonly access: Access; readonly user: User; readonly connectorId: string }

const built: Readonly<Record<Exclude<StudioTabName, LaterTab>, ComponentType<UniverseTabProps>>> = {
  universe: lazy(async () => ({ default: (await import('./UniverseTab.tsx')).UniverseTab })),
  investigator: lazy(async () => ({ default: (await import('./InvestigatorTab.tsx')).InvestigatorTab })),
  replay: lazy(async () => ({ default: (await import('./ReplayTab.tsx')).ReplayTab })),
  renderer: lazy(async () => ({ default: (await import('./RendererTab.tsx')).RendererTab })),
  'config-editor': lazy(async () => ({ default: (await import('./ConfigEditorTab.tsx')).ConfigEditorTab })),
}

/** The Integration Studio of one connector. The tab and the time stand in the address. */
export function StudioRoute({ access, user, connectorId }: StudioRouteProps) {
  const place = useStudioPlace()
  const filter = useActorRef(liveRangeMachine, { input: rangeHere('1d'), inspect })
  const asked = useSelector(filter, selectAsked)
  // Tabs ask anew when it is another one.
  const range = useMemo(() => rangeOf(asked), [asked])
  const machine = useMemo(() => liveStudioMachine(access, () => toast(words.loaded)), [access])
  const actor = useActorRef(machine, { input: { connectorId, range }, inspect })
  const reading = useSelector(actor, selectReading)
  const { past, from, to } = range
  useEffect(() => {
    const known = actor.getSnapshot().context.range
    if (known.past === past && known.from === from && known.to === to) return
    actor.send({ type: 'range.chosen', range: { past, from, to } })
  }, [actor, past, from, to])

  return (
    <StudioFrame actor={actor} detailsHref={`/details/${connectorId}`} range={<RangeFilter actor={filter} />}>
      {(details) => <StudioTabs {...place} access={access} user={user} details={details} range={range} reading={reading} />}
    </StudioFrame>
  )
}

const rangeOf = ({ range }: Question): StudioRange =>
  range.kind === 'past'
    ? { past: range.span }
    : { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }

type StudioTabsProps = UniverseTabProps & {
  readonly tab: StudioTabName
  readonly chooseTab: (tab: StudioTabName) => void
}

function StudioTabs({ tab, chooseTab, ...props }: StudioTabsProps) {
  // What is being written there would be lost with it.
  const [isEditorOpen, openEditor] = useState(false)
  if (tab === 'config-editor' && !isEditorOpen) openEditor(true)
  const editor = tabOf('config-editor', props)
  return (
    <Tabs
      label={words.sections}
      tabs={words.tabs}
      chosen={tab}
      onChoose={chooseTab}
      behind={isEditorOpen ? { 'config-editor': editor } : {}}
    >
      {tabOf(tab, props)}
    </Tabs>
  )
}

function tabOf(tab: StudioTabName, props: UniverseTabProps): ReactNode {
  switch (tab) {
    case 'ai-insights':
    case 'health-score':
    case 'telemetry':
    case 'network-rules':
      return <ComingSoon tab={tab} />
    default: {
      const Tab = built[tab]
      return (
        <Suspense fallback={<Spinner label={words.loadingTab} />}>
          <Tab {...props} />
        </Suspense>
      )
    }
  }
}
