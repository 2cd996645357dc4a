/** The life of a request to be deleted. `worklist.md` H-5 and 2.G. */
import { setup } from 'xstate'

export const deletionStates = ['waiting', 'withdrawn', 'refused', 'done'] as const
export type DeletionState = (typeof deletionStates)[number]

export type DeletionMove =
  | { readonly type: 'user.withdrew' }
  | { readonly type: 'clock.due' }
  /** Nobody else could administer the company by then. */
  | { readonly type: 'job.refused' }

export const deletionLifecycle = setup({ types: { events: {} as DeletionMove } }).createMachine({
  id: 'deletionStatus',
  initial: 'waiting',
  states: {
    waiting: { on: { 'user.withdrew': 'withdrawn', 'clock.due': 'done', 'job.refused': 'refused' } },
    withdrawn: { type: 'final' },
    refused: { type: 'final' },
    done: { type: 'final' },
  },
})
