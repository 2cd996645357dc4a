/** The life of a connection, as far as its tests and its use show it. Switching it off holds what uses it; the credential stays. */
import { setup } from 'xstate'

export const connectionStates = ['new', 'working', 'failing', 'off'] as const
export type ConnectionState = (typeof connectionStates)[number]

export type ConnectionMove =
  | { readonly type: 'system.accepted' }
  | { readonly type: 'system.refused' }
  | { readonly type: 'person.changed' }
  | { readonly type: 'person.switchedOff' }
  | { readonly type: 'person.switchedOn' }

/** `person.changed`: another address or credential. Nothing is known of it until it is used or tested. */
export const connectionLifecycle = setup({ types: { events: {} as ConnectionMove } }).createMachine({
  id: 'connectionStatus',
  initial: 'new',
  on: { 'person.switchedOff': '.off' },
  states: {
    new: { on: { 'system.accepted': 'working', 'system.refused': 'failing' } },
    working: { on: { 'system.accepted': 'working', 'system.refused': 'failing', 'person.changed': 'new' } },
    failing: { on: { 'system.accepted': 'working', 'system.refused': 'failing', 'person.changed': 'new' } },
    off: { on: { 'person.switchedOn': 'new' } },
  },
})
