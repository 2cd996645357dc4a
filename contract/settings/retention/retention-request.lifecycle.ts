/** The life of a request to delete the data of somebody who has left. `worklist.md` C-6 and 2.G. */
import { setup } from 'xstate'

export const retentionRequestStates = ['requested', 'approved', 'refused', 'expired', 'withdrawn', 'done'] as const
export type RetentionRequestState = (typeof retentionRequestStates)[number]

export type RetentionRequestMove =
  /** By another administrator than the one who asked. */
  | { readonly type: 'user.approved' }
  | { readonly type: 'user.refused' }
  | { readonly type: 'clock.expired' }
  /** The person is there again. */
  | { readonly type: 'job.withdrew' }
  | { readonly type: 'job.done' }

export const retentionRequestLifecycle = setup({ types: { events: {} as RetentionRequestMove } }).createMachine({
  id: 'retentionRequest',
  initial: 'requested',
  states: {
    requested: {
      on: { 'user.approved': 'approved', 'user.refused': 'refused', 'clock.expired': 'expired', 'job.withdrew': 'withdrawn' },
    },
    approved: { on: { 'job.done': 'done', 'job.withdrew': 'withdrawn' } },
    refused: { type: 'final' },
    expired: { type: 'final' },
    withdrawn: { type: 'final' },
    done: { type: 'final' },
  },
})
