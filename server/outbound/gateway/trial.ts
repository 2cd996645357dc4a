/** Opens a way through a gateway, says what each step showed, and closes it: nothing is sent to the target. */

import type { NameLookup } from '../connecting.ts'
import { OutboundFault } from '../fault.ts'
import { openSocket, type SocketRequest } from '../sockets.ts'
import { placeBehind } from './place.ts'
import { GatewayRefusal, type GatewayStep } from './refusal.ts'
import type { Route } from './tenant-network.ts'

export type TriedStep = { readonly step: GatewayStep; readonly isOk: boolean; readonly said: string }
export type GatewayTrial = { readonly success: boolean; readonly duration: number; readonly steps: readonly TriedStep[] }

type GatewayRoute = Extract<Route, { readonly kind: 'gateway' }>

/** At which step it ended, where nothing more exact is known: after what went well comes the next. */
function failedStep(thrown: unknown, done: readonly TriedStep[], { gateway }: GatewayRoute): GatewayStep {
  const { cause } = thrown as Error
  if (cause instanceof GatewayRefusal) return cause.step
  if (done.length === 0) return 'resolve'
  if (done.length === 1) return 'connect'
  return gateway.scheme === 'https:' && done.length === 2 ? 'tls' : 'tunnel'
}

function sentenceOf(thrown: unknown, target: string): string {
  if (!(thrown instanceof OutboundFault)) throw thrown
  if (thrown.kind === 'forbidden') return `Connectors can't reach ${target}.`
  if (thrown.detail !== null) return thrown.detail.replace(/ Nothing was sent\.$/, '')
  return thrown.kind === 'timeout' ? 'No response in time.' : `${target} can't be resolved, or the gateway can't be reached.`
}

/** Never throws for what the gateway did. */
export async function tryGateway(
  route: GatewayRoute,
  request: SocketRequest,
  asking: { readonly lookup: NameLookup; readonly timeout: number },
): Promise<GatewayTrial> {
  const begun = performance.now()
  const steps: TriedStep[] = []
  const took = () => Math.round(performance.now() - begun)
  const tell = (step: GatewayStep, said: string) => void steps.push({ step, isOk: true, said })
  try {
    const place = await placeBehind(route, request, asking, (found) =>
      tell('resolve', found.map(({ address }) => address).join(', ')),
    )
    const socket = await openSocket(place, tell)
    socket.destroy()
    return { success: true, duration: took(), steps }
  } catch (thrown) {
    const said = sentenceOf(thrown, `${request.host}:${request.port}`)
    return { success: false, duration: took(), steps: [...steps, { step: failedStep(thrown, steps, route), isOk: false, said }] }
  }
}
