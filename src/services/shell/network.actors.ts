import { fromCallback } from 'xstate'

import { networkMachine } from '../../machines/shell/network.machine.ts'
import { isOnlineNow, watchNetwork } from './network.service.ts'

export const liveNetworkMachine = networkMachine.provide({
  actors: {
    watchNetwork: fromCallback(({ sendBack }) =>
      watchNetwork((isOnline) => sendBack({ type: isOnline ? 'browser.cameBack' : 'browser.wentOffline' })),
    ),
  },
})

export const networkHere = () => ({ isOnline: isOnlineNow() })
