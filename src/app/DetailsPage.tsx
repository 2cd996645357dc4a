import { lazy } from 'react'

import type { Access } from '../services/kit/api-client.ts'
import { DetailsRoute } from '../views/connectors/details/DetailsRoute.tsx'
import { LazySection } from '../views/kit/LazySection.tsx'

const ExportSection = lazy(async () => ({
  default: (await import('../views/library/transfer/ExportSection.tsx')).ExportSection,
}))

/** The page of a connector with what the library adds to it. */
export function DetailsPage({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  return (
    <DetailsRoute
      access={access}
      connectorId={connectorId}
      drawExport={(id) => (
        <LazySection>
          <ExportSection access={access} connectorId={id} />
        </LazySection>
      )}
    />
  )
}
