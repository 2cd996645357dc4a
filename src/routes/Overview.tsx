import { useActorRef } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { ConnectorOverview } from '../views/connector/overview/ConnectorOverview.tsx'
import { useChoice } from '../views/connector/overview/use-choice.ts'
import { liveBulkMoveMachine } from '../wiring/bulk-move.ts'
import { liveOverviewMachine, queryHere } from '../wiring/overview.ts'

const BulkPanel = lazy(async () => ({ default: (await import('../views/connector/overview/BulkPanel.tsx')).BulkPanel }))

/** The list of connectors, of which many can be paused or resumed at once. */
export function Overview({ access }: { readonly access: Access }) {
  const [, go] = useLocation()
  const machine = useMemo(() => liveOverviewMachine(access), [access])
  const overview = useActorRef(machine, { input: { query: queryHere() }, inspect })
  const bulkMachine = useMemo(() => liveBulkMoveMachine(access, overview), [access, overview])
  const bulk = useActorRef(bulkMachine, { inspect })
  const choice = useChoice(bulk, () => overview.getSnapshot().context.query)

  return (
    <ConnectorOverview actor={overview} choice={choice} onOpen={(id) => go(`/details/${id}`)}>
      {choice.count === 0 && choice.isOpen ? null : (
        <Suspense>
          <BulkPanel actor={bulk} />
        </Suspense>
      )}
    </ConnectorOverview>
  )
}
