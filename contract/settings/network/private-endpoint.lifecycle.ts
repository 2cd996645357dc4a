/** Whether connectors of a company may reach a private host and port. The company asks, the operator decides; both sides obey this chart. X9. */
import { setup } from 'xstate'

export const endpointStates = ['asked', 'approved', 'refused', 'withdrawn'] as const
export type EndpointStatus = (typeof endpointStates)[number]

export type EndpointMove =
  | { readonly type: 'operator.approved' }
  | { readonly type: 'operator.refused' }
  /** The approval is taken back; connections that stand are closed. */
  | { readonly type: 'operator.withdrew' }
  | { readonly type: 'company.askedAgain' }

export const privateEndpointLifecycle = setup({ types: { events: {} as EndpointMove } }).createMachine({
  id: 'privateEndpoint',
  initial: 'asked',
  states: {
    asked: { on: { 'operator.approved': 'approved', 'operator.refused': 'refused' } },
    approved: { on: { 'operator.withdrew': 'withdrawn' } },
    refused: { on: { 'company.askedAgain': 'asked' } },
    withdrawn: { on: { 'company.askedAgain': 'asked' } },
  },
})
