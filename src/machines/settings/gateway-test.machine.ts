import type { ActorRefFrom } from 'xstate'
import type { GatewayTest } from '#contract/settings/network/gateway.ts'
import { hostPortOf } from '#contract/settings/network/host-port.ts'
import { createRequestMachine } from '../kit/request.machine.ts'

export type GatewayTestRequest = { readonly id: string; readonly target: string }

/** Whether it names something that a gateway can be asked for. */
export const isTarget = (text: string): boolean => hostPortOf(text) !== null

/** One way that is opened through a gateway, with what each step answered. */
export const gatewayTestMachine = createRequestMachine<GatewayTestRequest, GatewayTest>({ id: 'gateway-test' })

export type GatewayTestActor = ActorRefFrom<typeof gatewayTestMachine>
