/** Where a request to support stands. What is closed stays closed: a new question is a new request. */
import { setup } from 'xstate'

export const supportStates = ['open', 'answered', 'closed'] as const
export type SupportState = (typeof supportStates)[number]

export type SupportMove =
  /** Again, too. */
  | { readonly type: 'operator.answered' }
  | { readonly type: 'operator.closed' }
  /** Something more was written: it waits for an answer again. */
  | { readonly type: 'person.added' }
  /** It is settled for whoever asked. */
  | { readonly type: 'person.closed' }

export const supportLifecycle = setup({ types: { events: {} as SupportMove } }).createMachine({
  id: 'supportStatus',
  initial: 'open',
  states: {
    open: {
      on: { 'operator.answered': 'answered', 'operator.closed': 'closed', 'person.added': 'open', 'person.closed': 'closed' },
    },
    answered: {
      on: { 'operator.answered': 'answered', 'operator.closed': 'closed', 'person.added': 'open', 'person.closed': 'closed' },
    },
    closed: { type: 'final' },
  },
})
