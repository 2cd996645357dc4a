/** An action on many companies or connectors that the server does one after another, whether or not the page is open. Both sides obey this chart. */
import { setup } from 'xstate'

export const bulkJobStates = ['running', 'stopped', 'done'] as const
export type BulkJobStatus = (typeof bulkJobStates)[number]

export type BulkJobMove =
  | { readonly type: 'user.stopped' }
  /** Those that failed, and those that were not begun. */
  | { readonly type: 'user.retried' }
  | { readonly type: 'job.done' }

export const bulkJobLifecycle = setup({ types: { events: {} as BulkJobMove } }).createMachine({
  id: 'bulkJobStatus',
  initial: 'running',
  states: {
    running: { on: { 'user.stopped': 'stopped', 'job.done': 'done' } },
    stopped: { on: { 'user.retried': 'running' } },
    done: { on: { 'user.retried': 'running' } },
  },
})
