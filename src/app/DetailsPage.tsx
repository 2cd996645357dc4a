import { lazy } from 'react'
import { DetailsRoute } from '../views/connectors/details/DetailsRoute.tsx'
import { tabNamed } from '../views/connectors/details/details-tab.ts'
import { problemLinks } from '../views/connectors/problems/problem-links.ts'
import { HelpPlace } from '../views/kit/help-place.ts'
import { LazySection } from '../views/kit/LazySection.tsx'
import { usePlace } from '../views/kit/use-place.ts'

const ExportSection = lazy(async () => ({
  default: (await import('../views/library/transfer/ExportSection.tsx')).ExportSection,
}))

const RetryMount = lazy(async () => ({ default: (await import('../views/studio/retry/RetryMount.tsx')).RetryMount }))

const BothRecordsMount = lazy(async () => ({
  default: (await import('../views/studio/BothRecordsMount.tsx')).BothRecordsMount,
}))

type DetailsPageProps = { readonly userId: string; readonly connectorId: string }

/** The page of a connector with what the library and the studio add to it. */
export function DetailsPage({ userId, connectorId }: DetailsPageProps) {
  const { read } = usePlace()
  return (
    <HelpPlace value={`connector-${tabNamed(read('tab'))}`}>
      <DetailsRoute
        userId={userId}
        connectorId={connectorId}
        drawExport={(id) => (
          <LazySection>
            <ExportSection connectorId={id} />
          </LazySection>
        )}
        drawRetry={(id, noun) => (
          <LazySection>
            <RetryMount connectorId={id} noun={noun} links={problemLinks(id)} />
            <BothRecordsMount connectorId={id} noun={noun} />
          </LazySection>
        )}
      />
    </HelpPlace>
  )
}
