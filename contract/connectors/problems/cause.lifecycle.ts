/**
 * The state of a cause of lost records. Nobody touched an open one. One that is resolved opens again when a record is lost for it that
 * was not lost yet when it was resolved: that is read off the records, and written with the next move. One that is muted stays muted.
 */
import { setup } from 'xstate'

export const causeStates = ['open', 'assigned', 'resolved', 'reopened', 'muted'] as const
export type CauseState = (typeof causeStates)[number]

export type CauseMove =
  | { readonly type: 'user.assigned' }
  | { readonly type: 'user.resolved' }
  | { readonly type: 'user.reopened' }
  | { readonly type: 'user.muted' }
  | { readonly type: 'records.lostAgain' }

export const causeLifecycle = setup({ types: { events: {} as CauseMove } }).createMachine({
  id: 'causeStatus',
  initial: 'open',
  states: {
    open: { on: { 'user.assigned': 'assigned', 'user.resolved': 'resolved', 'user.muted': 'muted' } },
    /** To one person; to another one likewise. */
    assigned: { on: { 'user.assigned': 'assigned', 'user.resolved': 'resolved', 'user.muted': 'muted' } },
    resolved: { on: { 'user.resolved': 'resolved', 'user.reopened': 'reopened', 'records.lostAgain': 'reopened' } },
    reopened: {
      on: { 'user.assigned': 'assigned', 'user.resolved': 'resolved', 'user.reopened': 'reopened', 'user.muted': 'muted' },
    },
    muted: { on: { 'user.muted': 'muted', 'user.resolved': 'resolved', 'user.reopened': 'reopened' } },
  },
})
