/** The life of a file with somebody's data, or with everything of a company. `worklist.md` H-5 and 2.G. */
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
