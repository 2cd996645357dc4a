/** The life of a message to a person. `decisions.md` section 7. A try that did not go through leaves it queued. */
import { setup } from 'xstate'

export type MessageMove =
  /** The mail server took it. */
  | { readonly type: 'server.accepted' }
  /** Nothing that could send it is configured. */
  | { readonly type: 'server.kept' }
  | { readonly type: 'server.postponed' }
  /** Refused for good, or the tries are used up. */
  | { readonly type: 'server.gaveUp' }

export const messageLifecycle = setup({ types: { events: {} as MessageMove } }).createMachine({
  id: 'messageStatus',
  initial: 'queued',
  states: {
    queued: {
      on: {
        'server.accepted': 'sent',
        'server.kept': 'kept',
        'server.postponed': 'queued',
        'server.gaveUp': 'failed',
      },
    },
    sent: { type: 'final' },
    kept: { type: 'final' },
    failed: { type: 'final' },
  },
})
