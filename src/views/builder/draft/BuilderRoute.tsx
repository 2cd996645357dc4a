import { type ComponentType, lazy, Suspense, useCallback, useEffect } from 'react'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { steps } from '#src/machines/builder/draft/steps.ts'
import { deployOrder } from '#src/services/builder/deploy-order.ts'
import { reloadPage } from '#src/services/kit/page.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate, usePathname } from '#src/views/kit/browser-location.ts'
import { ErrorBoundary } from '../../kit/feedback/ErrorBoundary.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { UnknownPage } from '../../kit/layout/UnknownPage.tsx'
import { BuilderFrame } from './BuilderFrame.tsx'
import { builderMessages as messages } from './builder.messages.ts'
import { pathOf, type Step, type StepPlace, type StepProps, stepAt } from './builder-step.ts'
import { DeployEnd } from './DeployEnd.tsx'
import { StepWarnings } from './StepWarnings.tsx'
import { useBuilder } from './use-builder.ts'

const loads: Readonly<Record<Step, () => Promise<{ readonly default: ComponentType<StepProps> }>>> = {
  profile: async () => ({ default: (await import('./ProfileStep.tsx')).ProfileStep }),
  source: async () => ({ default: (await import('../systems/SourceStep.tsx')).SourceStep }),
  destination: async () => ({ default: (await import('../systems/DestinationStep.tsx')).DestinationStep }),
  enrichment: async () => ({ default: (await import('../enrichment/EnrichmentStep.tsx')).EnrichmentStep }),
  mapping: async () => ({ default: (await import('../mapping/MappingStep.tsx')).MappingStep }),
  review: async () => ({ default: (await import('../review/ReviewStep.tsx')).ReviewStep }),
}
const views: Readonly<Record<Step, ComponentType<StepProps>>> = {
  profile: lazy(loads.profile),
  source: lazy(loads.source),
  destination: lazy(loads.destination),
  enrichment: lazy(loads.enrichment),
  mapping: lazy(loads.mapping),
  review: lazy(loads.review),
}

const CreationRoute = lazy(async () => ({ default: (await import('./CreationRoute.tsx')).CreationRoute }))

/** What shows that somebody works on a step. */
const acts = ['pointerdown', 'keydown'] as const

/** `owner`: the id of the person who builds. */
type BuilderRouteProps = { readonly owner: string }

/** A draft and the step of it that the address names. It stays open while one goes from step to step. */
export function BuilderRoute({ owner }: BuilderRouteProps) {
  const place = stepAt(usePathname())
  if (place === null) return <UnknownPage />
  if (place.connectorId === null)
    return (
      <Suspense fallback={<Spinner label={messages.opening} />}>
        <CreationRoute owner={owner} />
      </Suspense>
    )
  return <Building key={place.connectorId} owner={owner} place={place} connectorId={place.connectorId} />
}

type BuildingProps = BuilderRouteProps & { readonly place: StepPlace; readonly connectorId: string }

function Building({ owner, place, connectorId }: BuildingProps) {
  const access = useAccess()
  const actor = useBuilder({ access, owner, connectorId })
  const { flow, step } = place
  const go = useCallback<StepProps['go']>(
    (to, enrichmentId) => navigate(pathOf(flow, to, connectorId, enrichmentId)),
    [flow, connectorId],
  )
  // Whoever works on a step and goes on while the server is away finds the next one all the same.
  useEffect(() => {
    const next = steps[steps.indexOf(step) + 1]
    if (next === undefined) return
    const load = () => void loads[next]().catch(() => {})
    const once = { once: true, passive: true }
    for (const kind of acts) addEventListener(kind, load, once)
    return () => {
      for (const kind of acts) removeEventListener(kind, load)
    }
  }, [step])
  const View = views[step]
  return (
    <BuilderFrame
      actor={actor}
      step={step}
      isNew={flow === 'start'}
      hrefOf={(to) => pathOf(flow, to, connectorId)}
      detailsHref={`/details/${connectorId}`}
      {...(step === 'review'
        ? {}
        : {
            warnings: (draft: Draft) => <StepWarnings draft={draft} step={step} hrefOf={(to) => pathOf(flow, to, connectorId)} />,
            ends: (draft: Draft) => (
              <DeployEnd
                draft={draft}
                shown={step}
                hrefOf={(to) => pathOf(flow, to, connectorId)}
                onDeploy={(seen) => navigate(pathOf(flow, 'review', connectorId), { state: deployOrder(seen) })}
                isBeforeReview={step === 'mapping'}
              />
            ),
          })}
    >
      {(draft) => (
        <ErrorBoundary key={step} onReload={reloadPage}>
          <Suspense fallback={<Spinner label={messages.opening} />}>
            <View actor={actor} draft={draft} place={place} go={go} />
          </Suspense>
        </ErrorBoundary>
      )}
    </BuilderFrame>
  )
}
