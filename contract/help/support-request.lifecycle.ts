/** Where a request to support stands. What is closed stays closed: a new question is a new request. */
import { setup } from 'xstate'

export const supportStates = ['open', 'answered', 'closed'] as const
export type SupportState = (typeof supportStates)[number]

export type SupportMove =
  /** Again, too: a second answer takes the place of the first. */
  { readonly type: 'operator.answered' } | { readonly type: 'operator.closed' }

export const supportLifecycle = setup({ types: { events: {} as SupportMove } }).createMachine({
  id: 'supportStatus',
  initial: 'open',
  states: {
    open: { on: { 'operator.answered': 'answered', 'operator.closed': 'closed' } },
    answered: { on: { 'operator.answered': 'answered', 'operator.closed': 'closed' } },
    closed: { type: 'final' },
  },
})
