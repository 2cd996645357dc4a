import { useActorRef } from '@xstate/react'

import { inspect } from '../../services/kit/inspection.ts'
import { liveNetworkMachine, networkHere } from '../../services/shell/network.actors.ts'
import { OfflineStrip } from './OfflineStrip.tsx'

/** Says on every page when the browser has no network. */
export function OfflineMount() {
  const network = useActorRef(liveNetworkMachine, { input: networkHere(), inspect })
  return <OfflineStrip actor={network} />
}
