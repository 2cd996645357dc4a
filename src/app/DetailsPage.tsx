import { lazy } from 'react'

import type { Access } from '../services/kit/api-client.ts'
import { DetailsRoute } from '../views/connectors/details/DetailsRoute.tsx'
import { LazySection } from '../views/kit/LazySection.tsx'

const ExportSection = lazy(async () => ({
  default: (await import('../views/library/transfer/ExportSection.tsx')).ExportSection,
}))

type DetailsPageProps = { readonly access: Access; readonly userId: string; readonly connectorId: string }

/** The page of a connector with what the library adds to it. */
export function DetailsPage({ access, userId, connectorId }: DetailsPageProps) {
  return (
    <DetailsRoute
      access={access}
      userId={userId}
      connectorId={connectorId}
      drawExport={(id) => (
        <LazySection>
          <ExportSection access={access} connectorId={id} />
        </LazySection>
      )}
    />
  )
}
