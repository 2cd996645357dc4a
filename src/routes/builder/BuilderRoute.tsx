import { useActorRef, useSelector } from '@xstate/react'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'

import { inspect } from '../../inspection.ts'
import { selectDraft } from '../../machines/builder/builder.selectors.ts'
import type { Access } from '../../services/http.ts'
import { Spinner } from '../../views/parts/Spinner.tsx'
import { PageFrame } from '../../views/shell/PageFrame.tsx'
import { liveBuilderMachine } from '../../wiring/builder.ts'
import { builderWords as words } from '../../words/builder.ts'
import { pathOf, type Step, type StepPlace, type StepProps, stepAt } from './step.ts'

const views: Readonly<Record<Step, ComponentType<StepProps>>> = {
  profile: lazy(async () => ({ default: (await import('./ProfileStep.tsx')).ProfileStep })),
  source: lazy(async () => ({ default: (await import('./SourceStep.tsx')).SourceStep })),
  destination: lazy(async () => ({ default: (await import('./DestinationStep.tsx')).DestinationStep })),
  enrichment: lazy(async () => ({ default: (await import('./EnrichmentStep.tsx')).EnrichmentStep })),
  mapping: lazy(async () => ({ default: (await import('./MappingStep.tsx')).MappingStep })),
  review: lazy(async () => ({ default: (await import('./ReviewStep.tsx')).ReviewStep })),
}

/** A draft and the step of it that the address names. It stays while one goes from step to step. */
export function BuilderRoute({ access }: { readonly access: Access }) {
  const place = stepAt(usePathname())
  if (place === null || place.connectorId === null) return null
  return <Building access={access} place={place} connectorId={place.connectorId} />
}

type BuildingProps = { readonly access: Access; readonly place: StepPlace; readonly connectorId: string }

function Building({ access, place, connectorId }: BuildingProps) {
  const machine = useMemo(() => liveBuilderMachine(access), [access])
  const actor = useActorRef(machine, { input: { connectorId }, inspect })
  const draft = useSelector(actor, selectDraft)
  const View = views[place.step]
  return (
    <PageFrame title={draft?.profile.name ?? words.untitled}>
      {draft === null ? (
        <Spinner label={words.opening} />
      ) : (
        <Suspense fallback={<Spinner label={words.opening} />}>
          <View
            access={access}
            actor={actor}
            draft={draft}
            place={place}
            go={(step, enrichmentId) => navigate(pathOf(place.flow, step, connectorId, enrichmentId))}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}
