/** The life of listening for one test event of a webhook. The server and the card of the builder obey it. */
import { setup } from 'xstate'

/** `none`: nobody has listened yet. */
export const listeningStates = ['none', 'listening', 'received', 'stopped', 'expired'] as const
export type ListeningState = (typeof listeningStates)[number]

export type ListeningMove =
  | { readonly type: 'user.started' }
  | { readonly type: 'user.stopped' }
  /** The first event whose proof holds. */
  | { readonly type: 'event.received' }
  | { readonly type: 'clock.expired' }

const startable = { on: { 'user.started': 'listening' } } as const

export const listeningLifecycle = setup({ types: { events: {} as ListeningMove } }).createMachine({
  id: 'listening',
  initial: 'none',
  states: {
    none: startable,
    listening: { on: { 'user.stopped': 'stopped', 'event.received': 'received', 'clock.expired': 'expired' } },
    received: startable,
    stopped: startable,
    expired: startable,
  },
})
