import { fromCallback } from 'xstate'
import { networkMachine } from '../../machines/shell/network.machine.ts'

/** What the browser knows of its network. */

const isOnlineNow = () => navigator.onLine

/** Tells when the network goes and comes, until the returned function is called. */
function watchNetwork(tell: (isOnline: boolean) => void): () => void {
  const hear = ({ type }: Event) => tell(type === 'online')
  addEventListener('online', hear)
  addEventListener('offline', hear)
  return () => {
    removeEventListener('online', hear)
    removeEventListener('offline', hear)
  }
}

export const liveNetworkMachine = networkMachine.provide({
  actors: {
    watchNetwork: fromCallback(({ sendBack }) =>
      watchNetwork((isOnline) => sendBack({ type: isOnline ? 'browser.cameBack' : 'browser.wentOffline' })),
    ),
  },
})

export const networkHere = () => ({ isOnline: isOnlineNow() })
