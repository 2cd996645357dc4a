/** An action on many companies that the server does one after another, whether or not somebody watches. Both sides obey this chart. */
import { setup } from 'xstate'

export const customerJobStates = ['running', 'stopped', 'done'] as const
export type CustomerJobStatus = (typeof customerJobStates)[number]

export type CustomerJobMove =
  | { readonly type: 'operator.stopped' }
  /** Those that failed, and those that were not begun. */
  | { readonly type: 'operator.retried' }
  | { readonly type: 'job.done' }

export const customerJobLifecycle = setup({ types: { events: {} as CustomerJobMove } }).createMachine({
  id: 'customerJobStatus',
  initial: 'running',
  states: {
    running: { on: { 'operator.stopped': 'stopped', 'job.done': 'done' } },
    stopped: { on: { 'operator.retried': 'running' } },
    done: { on: { 'operator.retried': 'running' } },
  },
})
