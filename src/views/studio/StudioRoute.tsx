import { useSelector } from '@xstate/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { selectQuestion } from '../../machines/analytics/time-filter.machine.ts'
import type { Question } from '../../machines/analytics/time-filter-place.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import { liveRangeMachine, rangeHere } from '../../services/analytics/time-filter.actors.ts'
import { liveStudioMachine } from '../../services/studio/studio.actors.ts'
import { RangeFilter } from '../analytics/RangeFilter.tsx'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Tabs } from '../kit/controls/Tabs.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { HelpPlace } from '../kit/help-place.ts'
import { useContextOf } from '../kit/use-snapshot.ts'
import { StudioFrame } from './StudioFrame.tsx'
import { studioMessages as messages } from './studio.messages.ts'
import type { UniverseTabProps } from './studio-tab.ts'
import { type StudioTabName, useStudioPlace } from './use-studio-place.ts'

type StudioRouteProps = { readonly user: User; readonly connectorId: string }

const built: Readonly<Record<Exclude<StudioTabName, LaterTab>, ComponentType<UniverseTabProps>>> = {
  universe: lazy(async () => ({ default: (await import('./universe/UniverseTab.tsx')).UniverseTab })),
  investigator: lazy(async () => ({ default: (await import('./investigator/InvestigatorTab.tsx')).InvestigatorTab })),
  replay: lazy(async () => ({ default: (await import('./replay/ReplayTab.tsx')).ReplayTab })),
  renderer: lazy(async () => ({ default: (await import('./renderer/RendererTab.tsx')).RendererTab })),
  'ai-insights': lazy(async () => ({ default: (await import('./insights/InsightsTab.tsx')).InsightsTab })),
  'config-editor': lazy(async () => ({ default: (await import('./config-editor/ConfigEditorTab.tsx')).ConfigEditorTab })),
}

/** The Integration Studio of one connector. The tab and the time stand in the address. */
export function StudioRoute({ user, connectorId }: StudioRouteProps) {
  const access = useAccess()
  const place = useStudioPlace()
  const filter = useMachine(() => liveRangeMachine, [], rangeHere('1d'))
  const asked = useSelector(filter, selectQuestion)
  // Tabs ask anew when it is another one.
  const range = useMemo(() => rangeOf(asked), [asked])
  const actor = useMachine(() => liveStudioMachine(access, () => toast(messages.loaded)), [access], { connectorId, range })
  const reading = useContextOf(actor, 'reading')
  const { past, from, to } = range
  useEffect(() => {
    const known = actor.getSnapshot().context.range
    if (known.past === past && known.from === from && known.to === to) return
    actor.send({ type: 'range.chosen', range: { past, from, to } })
  }, [actor, past, from, to])

  return (
    <HelpPlace value={`studio-${place.tab}`}>
      <StudioFrame actor={actor} detailsHref={`/details/${connectorId}`} range={<RangeFilter actor={filter} />}>
        {(details) => <StudioTabs {...place} user={user} details={details} range={range} reading={reading} />}
      </StudioFrame>
    </HelpPlace>
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
      label={messages.sections}
      tabs={messages.tabs}
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
    case 'health-score':
    case 'telemetry':
    case 'network-rules':
      return <ComingSoon tab={tab} />
    default: {
      const Tab = built[tab]
      return (
        <Suspense fallback={<Spinner label={messages.loadingTab} />}>
          <Tab {...props} />
        </Suspense>
      )
    }
  }
}

type LaterTab = 'health-score' | 'telemetry' | 'network-rules'

/** Stands where a later step builds a tab. */
function ComingSoon({ tab }: { readonly tab: LaterTab }) {
  return <EmptyState title={messages.soon.title(messages.tabs[tab])}>{messages.soon.text}</EmptyState>
}
