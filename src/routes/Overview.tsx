import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'

import { inspect } from '../inspection.ts'
import { selectChosen, selectIsChoosing, selectIsFull } from '../machines/bulk-move/bulk-move.selectors.ts'
import type { Access } from '../services/http.ts'
import { ConnectorOverview } from '../views/connector/overview/ConnectorOverview.tsx'
import type { Choice } from '../views/connector/overview/OverviewTable.tsx'
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
  const chosen = useSelector(bulk, selectChosen)
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const isOpen = useSelector(bulk, selectIsChoosing)
  const isFull = useSelector(bulk, selectIsFull)

  const choice: Choice = {
    isChosen: (id) => ids.has(id),
    isOpen,
    isFull,
    count: chosen.length,
    onTurn: ({ id, name, status }) =>
      bulk.send(ids.has(id) ? { type: 'user.dropped', id } : { type: 'user.chose', connector: { id, name, status } }),
    onAll: () => bulk.send({ type: 'user.choseAll', query: overview.getSnapshot().context.query }),
    onNone: () => bulk.send({ type: 'user.cleared' }),
  }

  return (
    <ConnectorOverview actor={overview} choice={choice} onOpen={(id) => go(`/details/${id}`)}>
      {chosen.length === 0 && isOpen ? null : (
        <Suspense>
          <BulkPanel actor={bulk} />
        </Suspense>
      )}
    </ConnectorOverview>
  )
}
