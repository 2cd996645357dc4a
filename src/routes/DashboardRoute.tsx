import { useActorRef } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { ConnectorTable } from '../views/connector/ConnectorTable.tsx'
import type { Sort } from '../views/parts/Table.tsx'
import { PageFrame } from '../views/shell/PageFrame.tsx'
import { connectorListMachine } from '../wiring/connector-list.ts'
import { connectorListWords } from '../words/connector-list.ts'
import { usePlace } from './use-place.ts'

const DashboardFigures = lazy(async () => ({ default: (await import('./DashboardFigures.tsx')).DashboardFigures }))

export function DashboardRoute({ access, userId }: { readonly access: Access; readonly userId: string }) {
  const machine = useMemo(() => connectorListMachine(access), [access])
  const connectors = useActorRef(machine, { input: { query: { userId } }, inspect })
  const [, go] = useLocation()
  const { read, move } = usePlace()
  const sort: Sort = { by: read('sort') ?? 'name', direction: read('order') === 'descending' ? 'descending' : 'ascending' }
  const turned = sort.direction === 'ascending' ? 'descending' : 'ascending'

  return (
    <PageFrame title={connectorListWords.dashboard}>
      {/* Where the figures come, nothing stands that would jump. */}
      <Suspense fallback={<div style={{ height: '100vh' }} />}>
        <DashboardFigures access={access} />
      </Suspense>
      <ConnectorTable
        actor={connectors}
        search={read('q') ?? ''}
        onSearch={(q) => move({ q }, true)}
        sort={sort}
        onSort={(by) => move({ sort: by, order: by === sort.by ? turned : null })}
        onOpen={(connectorId) => go(`/details/${connectorId}`)}
      />
    </PageFrame>
  )
}
