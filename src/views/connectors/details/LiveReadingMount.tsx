import { useSelector } from '@xstate/react'
import { useEffect } from 'react'

import type { LiveConnector } from '#contract/connectors/details/live.graphql.ts'
import { selectConnector } from '#src/machines/connectors/details/live.machine.ts'
import { liveReadingMachine } from '#src/services/connectors/details/live.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { LiveMark } from './LiveMark.tsx'

type LiveReadingProps = {
  readonly connectorId: string
  /** Told how the connector and its newest run stand, at first and after every change; null when it is gone. Give the same function each time. */
  readonly onReading: (connector: LiveConnector | null) => void
}

/** Watches one connector for as long as it is on the page, and says whether what is seen is as it is now. */
export function LiveReadingMount({ connectorId, onReading }: LiveReadingProps) {
  const access = useAccess()
  const actor = useMachine(() => liveReadingMachine(access), [access], { ids: [connectorId] })
  const connector = useSelector(actor, selectConnector(connectorId))
  useEffect(() => {
    if (connector !== undefined) onReading(connector)
  }, [connector, onReading])
  return <LiveMark actor={actor} />
}
