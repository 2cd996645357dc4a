import { type ActorRefFrom, setup } from 'xstate'

import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

export type NetworkEvent = { readonly type: 'browser.wentOffline' } | { readonly type: 'browser.cameBack' }
export type NetworkInput = { readonly isOnline: boolean }

/** Whether the browser has a network. What the server does is said where something is requested. */
export const networkMachine = setup({
  types: { context: {} as NetworkInput, events: {} as NetworkEvent, input: {} as NetworkInput },
  actors: { watchNetwork: unprovidedCallbackActor<void>('watchNetwork') },
  guards: { networkIsThere: ({ context }) => context.isOnline },
}).createMachine({
  id: 'network',
  context: ({ input }) => input,
  // A browser that does not say counts as one with a network.
  invoke: { id: 'watchNetwork', src: 'watchNetwork', onError: {} },
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'networkIsThere', target: 'online' }, { target: 'offline' }] },
    online: { on: { 'browser.wentOffline': 'offline' } },
    offline: { on: { 'browser.cameBack': 'online' } },
  },
})

export type NetworkActor = ActorRefFrom<typeof networkMachine>
