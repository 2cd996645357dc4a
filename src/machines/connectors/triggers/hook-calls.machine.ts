import type { ActorRefFrom } from 'xstate'
import type { HookCall } from '#contract/connectors/triggers/hook.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'

export type CallsRequest = { readonly connectorId: string; readonly verdict: HookCall['verdict'] | 'all' }

/** The newest calls of a webhook, read when its card opens, when another verdict is chosen, and when a person reads them again. */
export const hookCallsMachine = createRequestMachine<CallsRequest, readonly HookCall[]>({
  ...{ id: 'hook-calls', keepsResponse: true, isImmediate: true },
})

export type HookCallsActor = ActorRefFrom<typeof hookCallsMachine>
