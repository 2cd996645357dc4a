import { useActorRef, useSelector } from '@xstate/react'
import { lazy, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { createActor } from 'xstate'

import { inspect } from '../inspection.ts'
import type { BulkMoveActor } from '../machines/bulk-move/bulk-move.machine.ts'
import type { OverviewActor } from '../machines/overview/overview.machine.ts'
import { selectPage, selectProblem } from '../machines/overview/overview.selectors.ts'
import type { Access } from '../services/http.ts'
import { ConnectorOverview } from '../views/connector/overview/ConnectorOverview.tsx'
import { useChoice } from '../views/connector/overview/use-choice.ts'
import { liveOverviewMachine, queryHere } from '../wiring/overview.ts'
import { firstShown, tellShown } from './first-shown.ts'
import { Later } from './Later.tsx'

const BulkPanel = lazy(async () => ({ default: (await import('../views/connector/overview/BulkPanel.tsx')).BulkPanel }))

const OverviewRows = lazy(async () => {
  await firstShown
  return { default: (await import('../views/connector/overview/OverviewRows.tsx')).OverviewRows }
})

/** The list of connectors, of which many can be paused or resumed at once. */
export function Overview({ access }: { readonly access: Access }) {
  const [, go] = useLocation()
  const machine = useMemo(() => liveOverviewMachine(access), [access])
  const overview = useActorRef(machine, { input: { query: queryHere() }, inspect })
  const bulk = useBulkMove(access, overview)
  const isShown = useSelector(overview, (snapshot) => selectPage(snapshot) !== null || selectProblem(snapshot) !== null)
  useEffect(() => {
    if (isShown) tellShown()
  }, [isShown])
  const choice = useChoice(bulk, () => overview.getSnapshot().context.query)

  return (
    <ConnectorOverview actor={overview} rows={OverviewRows} choice={choice} onOpen={(id) => go(`/details/${id}`)}>
      {bulk === undefined || (choice.count === 0 && choice.isOpen) ? null : (
        <Later>
          <BulkPanel actor={bulk} />
        </Later>
      )}
    </ConnectorOverview>
  )
}

/** What chooses and moves many is loaded after the list; without it the boxes stay shut, and the list is a list. */
function useBulkMove(access: Access, overview: OverviewActor): BulkMoveActor | undefined {
  const [bulk, setBulk] = useState<BulkMoveActor>()
  useEffect(() => {
    let own: BulkMoveActor | undefined
    let isHere = true
    const begin = async () => {
      await firstShown
      const { liveBulkMoveMachine } = await import('../wiring/bulk-move.ts')
      if (!isHere) return
      own = createActor(liveBulkMoveMachine(access, overview), { inspect }).start()
      setBulk(own)
    }
    begin().catch(() => {})
    return () => {
      isHere = false
      own?.stop()
      setBulk(undefined)
    }
  }, [access, overview])
  return bulk
}
