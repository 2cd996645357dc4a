import { liveNetworkMachine, networkHere } from '../../services/shell/network.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { OfflineStrip } from './OfflineStrip.tsx'

/** Says on every page when the browser has no network. */
export function OfflineMount() {
  const network = useMachine(() => liveNetworkMachine, [], networkHere())
  return <OfflineStrip actor={network} />
}
