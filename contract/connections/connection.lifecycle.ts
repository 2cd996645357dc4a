/**
 * The life of a connection, as far as its tests, its use and its sign-in show it. Switching it off holds what uses it; the credential stays. While it is
 * `authorizing` or `ended`, what uses it waits for a person.
 */
import { setup, transition } from 'xstate'

export const connectionStates = ['new', 'authorizing', 'working', 'refreshing', 'failing', 'ended', 'off'] as const
export type ConnectionState = (typeof connectionStates)[number]

export type ConnectionMove =
  | { readonly type: 'system.accepted' }
  | { readonly type: 'system.refused' }
  | { readonly type: 'person.changed' }
  | { readonly type: 'person.switchedOff' }
  | { readonly type: 'person.switchedOn' }
  | { readonly type: 'person.left' }
  | { readonly type: 'person.signedIn' }
  /** Nobody came back from the provider in time. `hadAccess`: somebody had signed in before. */
  | { readonly type: 'signIn.lapsed'; readonly hadAccess: boolean }
  | { readonly type: 'token.asked' }
  | { readonly type: 'token.renewed' }
  | { readonly type: 'token.unreachable' }
  | { readonly type: 'token.refused' }

/**
 * `person.changed`: another address or credential. Nothing is known of it until it is used or tested. `person.left`: for the provider; what works goes on
 * meanwhile. `token.refused`: the provider ended the access, and only a person can bring it back.
 */
export const connectionLifecycle = setup({
  types: { events: {} as ConnectionMove },
  guards: { hadAccess: ({ event }) => event.type === 'signIn.lapsed' && event.hadAccess },
}).createMachine({
  id: 'connectionStatus',
  initial: 'new',
  on: { 'person.switchedOff': '.off' },
  states: {
    new: {
      on: {
        ...{ 'system.accepted': 'working', 'system.refused': 'failing', 'person.left': 'authorizing' },
        ...{ 'person.signedIn': 'working', 'token.asked': 'refreshing', 'token.refused': 'ended' },
      },
    },
    authorizing: {
      on: {
        ...{ 'person.signedIn': 'working', 'person.changed': 'new' },
        'signIn.lapsed': [{ guard: 'hadAccess', target: 'ended' }, { target: 'new' }],
      },
    },
    working: {
      on: {
        ...{ 'system.accepted': 'working', 'system.refused': 'failing', 'person.changed': 'new', 'person.signedIn': 'working' },
        ...{ 'token.asked': 'refreshing', 'token.refused': 'ended' },
      },
    },
    refreshing: {
      on: {
        ...{ 'token.renewed': 'working', 'token.unreachable': 'failing', 'token.refused': 'ended' },
        ...{ 'person.changed': 'new', 'person.signedIn': 'working' },
      },
    },
    failing: {
      on: {
        ...{ 'system.accepted': 'working', 'system.refused': 'failing', 'person.changed': 'new', 'person.signedIn': 'working' },
        ...{ 'token.asked': 'refreshing', 'token.renewed': 'working', 'token.refused': 'ended' },
      },
    },
    ended: { on: { 'person.left': 'authorizing', 'person.signedIn': 'working', 'person.changed': 'new' } },
    off: { on: { 'person.switchedOn': 'new' } },
  },
})

/** The state after a move; the same where the move is not open now. */
export function stateAfter(from: ConnectionState, move: ConnectionMove): ConnectionState {
  const snapshot = connectionLifecycle.resolveState({ value: from, context: {} })
  return transition(connectionLifecycle, snapshot, move)[0].value as ConnectionState
}

/** The states from which a move leads to `to`, for a guarded statement. */
export const statesBefore = (move: ConnectionMove, to: ConnectionState): ConnectionState[] =>
  connectionStates.filter((from) => {
    const snapshot = connectionLifecycle.resolveState({ value: from, context: {} })
    return snapshot.can(move) && stateAfter(from, move) === to
  })

/** Whether nothing can be sent until a person has signed in. */
export const waitsForSignIn = (state: ConnectionState): boolean => state === 'ended' || state === 'authorizing'
