/** The life of a file with somebody's data, and that of a request to be deleted. `worklist.md` H-5 and 2.G. */
import { setup } from 'xstate'

export const dataFileStates = ['queued', 'ready', 'failed', 'expired'] as const
export type DataFileState = (typeof dataFileStates)[number]

export type DataFileMove =
  | { readonly type: 'job.made' }
  | { readonly type: 'job.gaveUp' }
  | { readonly type: 'clock.expired' }
  /** Another file takes its place. */
  | { readonly type: 'user.repeated' }

export const dataFileLifecycle = setup({ types: { events: {} as DataFileMove } }).createMachine({
  id: 'dataFileStatus',
  initial: 'queued',
  states: {
    queued: { on: { 'job.made': 'ready', 'job.gaveUp': 'failed' } },
    ready: { on: { 'clock.expired': 'expired', 'user.repeated': 'expired' } },
    failed: { type: 'final' },
    expired: { type: 'final' },
  },
})

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
