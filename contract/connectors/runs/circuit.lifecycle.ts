/** Whether a host is called. One that only fails is left alone but for one request now and then (`faults.md` F21). */
import { setup } from 'xstate'

export const circuitStates = ['closed', 'open', 'probing'] as const
export type CircuitState = (typeof circuitStates)[number]

export type CircuitMove =
  /** A delivery was tried to the last, and nothing went well at the host meanwhile. */
  | { readonly type: 'host.gaveOut' }
  | { readonly type: 'host.failed' }
  | { readonly type: 'host.answered' }
  | { readonly type: 'engine.probed' }

export const circuitLifecycle = setup({ types: { events: {} as CircuitMove } }).createMachine({
  id: 'circuit',
  initial: 'closed',
  states: {
    closed: { on: { 'host.gaveOut': 'open' } },
    open: { on: { 'engine.probed': 'probing', 'host.answered': 'closed' } },
    probing: { on: { 'host.failed': 'open', 'host.gaveOut': 'open', 'host.answered': 'closed' } },
  },
})
