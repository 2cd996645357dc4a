import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'

import type { LiveConnector } from '../../contract/graph/live.graphql.ts'
import { inspect } from '../inspection.ts'
import { selectConnector } from '../machines/live/live.selectors.ts'
import type { Access } from '../services/http.ts'
import { LiveMark } from '../views/live/LiveMark.tsx'
import { liveReadingMachine } from '../wiring/live.ts'

type LiveReadingProps = {
  readonly access: Access
  readonly connectorId: string
  /** Told how the connector and its newest run stand, at first and after every change; null when it is gone. Give the same function each time. */
  readonly onTold: (connector: LiveConnector | null) => void
}

/** Watches one connector for as long as it is on the page, and says whether what is seen is as it is now. */
export function LiveReading({ access, connectorId, onTold }: LiveReadingProps) {
  const machine = useMemo(() => liveReadingMachine(access), [access])
  const actor = useActorRef(machine, { input: { ids: [connectorId] }, inspect })
  const connector = useSelector(actor, selectConnector(connectorId))
  useEffect(() => {
    if (connector !== undefined) onTold(connector)
  }, [connector, onTold])
  return <LiveMark actor={actor} />
}
