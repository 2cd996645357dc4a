import type { Access } from '../services/kit/api-client.ts'
import { DetailsRoute } from '../views/connectors/details/DetailsRoute.tsx'
import { ExportSection } from '../views/library/transfer/ExportSection.tsx'

/** The page of a connector with what the library adds to it. They load as one: no part of the page comes after it. */
export function DetailsPage({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  return (
    <DetailsRoute
      access={access}
      connectorId={connectorId}
      drawExport={(id) => <ExportSection access={access} connectorId={id} />}
    />
  )
}
