import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { liveFirstMinuteMachine } from '#src/services/library/first-minute.actors.ts'
import { FirstMinute } from './FirstMinute.tsx'
import { firstMinuteMessages } from './first-minute.messages.ts'

/** What a company without connectors sees; the demo leads to its connector. */
export function FirstMinuteSection({ access }: { readonly access: Access }) {
  const [, go] = useLocation()
  const machine = useMemo(
    () => liveFirstMinuteMachine(access, firstMinuteMessages.demo.name, (connectorId) => go(`/details/${connectorId}`)),
    [access, go],
  )
  return <FirstMinute actor={useActorRef(machine, { inspect })} />
}
