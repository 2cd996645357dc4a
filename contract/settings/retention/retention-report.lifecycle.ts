/** The life of one removal: of what one area of a company holds too long, in one night. `worklist.md` C-6 and 2.G. */
import { setup } from 'xstate'

export const retentionReportStates = ['held', 'removing', 'done', 'failed'] as const
export type RetentionReportState = (typeof retentionReportStates)[number]

export type RetentionReportMove =
  /** A large part of an area is removed after an administrator has confirmed it. */
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'job.done' }
  /** The rest is due the next night. */
  | { readonly type: 'job.failed' }

export const retentionReportLifecycle = setup({ types: { events: {} as RetentionReportMove } }).createMachine({
  id: 'retentionReport',
  initial: 'removing',
  states: {
    held: { on: { 'user.confirmed': 'removing' } },
    removing: { on: { 'job.done': 'done', 'job.failed': 'failed' } },
    done: { type: 'final' },
    failed: { type: 'final' },
  },
})
