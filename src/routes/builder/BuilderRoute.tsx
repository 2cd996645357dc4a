import { type ComponentType, lazy, Suspense } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'

import type { Access } from '../../services/http.ts'
import { BuilderFrame } from '../../views/builder/BuilderFrame.tsx'
import { Spinner } from '../../views/parts/Spinner.tsx'
import { UnknownPage } from '../../views/shell/UnknownPage.tsx'
import { builderWords as words } from '../../words/builder.ts'
import { CreationRoute } from './CreationRoute.tsx'
import { pathOf, type Step, type StepPlace, type StepProps, stepAt } from './step.ts'
import { useBuilder } from './use-builder.ts'

const views: Readonly<Record<Step, ComponentType<StepProps>>> = {
  profile: lazy(async () => ({ default: (await import('./ProfileStep.tsx')).ProfileStep })),
  source: lazy(async () => ({ default: (await import('./SourceStep.tsx')).SourceStep })),
  destination: lazy(async () => ({ default: (await import('./DestinationStep.tsx')).DestinationStep })),
  enrichment: lazy(async () => ({ default: (await import('./EnrichmentStep.tsx')).EnrichmentStep })),
  mapping: lazy(async () => ({ default: (await import('./MappingStep.tsx')).MappingStep })),
  review: lazy(async () => ({ default: (await import('./ReviewStep.tsx')).ReviewStep })),
}

/** `owner`: the id of the person who builds. */
type BuilderRouteProps = { readonly access: Access; readonly owner: string }

/** A draft and the step of it that the address names. It stays open while one goes from step to step. */
export function BuilderRoute({ access, owner }: BuilderRouteProps) {
  const place = stepAt(usePathname())
  if (place === null) return <UnknownPage />
  if (place.connectorId === null) return <CreationRoute access={access} owner={owner} />
  return <Building key={place.connectorId} access={access} owner={owner} place={place} connectorId={place.connectorId} />
}

type BuildingProps = BuilderRouteProps & { readonly place: StepPlace; readonly connectorId: string }

function Building({ access, owner, place, connectorId }: BuildingProps) {
  const actor = useBuilder({ access, owner, connectorId })
  const hrefOf = (step: Step, enrichmentId?: string) => pathOf(place.flow, step, connectorId, enrichmentId)
  const View = views[place.step]
  return (
    <BuilderFrame
      actor={actor}
      step={place.step}
      isNew={place.flow === 'start'}
      hrefOf={hrefOf}
      detailsHref={`/details/${connectorId}`}
    >
      {(draft) => (
        <Suspense fallback={<Spinner label={words.opening} />}>
          <View
            access={access}
            actor={actor}
            draft={draft}
            place={place}
            go={(step, enrichmentId) => navigate(hrefOf(step, enrichmentId))}
          />
        </Suspense>
      )}
    </BuilderFrame>
  )
}
