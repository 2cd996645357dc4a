/**
 * A system that names a gateway is reached through it, whatever its kind: requests, connections to databases, and access tokens (decision X8). Its
 * requests keep the pace of its host.
 */
import { throughGateway } from '../../outbound/tenant-queue.ts'
import type { Kind, PacedSystem, Tools } from '../kit/kind.ts'

type System = { readonly gateway?: string | undefined; readonly requestsPerSecond?: number | undefined }

/** The tools of a system, whose every way out leads through its gateway. */
export function toolsThrough(tools: Tools, { gateway, requestsPerSecond }: System, side: PacedSystem['side']): Tools {
  const through = throughGateway(tools.outbound, gateway)
  const outbound = tools.paced?.(through, { side, gateway, perSecond: requestsPerSecond ?? null }) ?? through
  const { accessTokens } = tools
  return gateway === undefined || !accessTokens
    ? { ...tools, outbound }
    : { ...tools, outbound, accessTokens: accessTokens.through(gateway) }
}

export function byGateway(kind: Kind): Kind {
  const { startAt, probeDestination } = kind
  return {
    ...kind,
    openSource: (config, tools) => kind.openSource(config, toolsThrough(tools, config, 'source')),
    openDestination: async (config, tools, makeAfter) => {
      const opened = await kind.openDestination(config, toolsThrough(tools, config, 'destination'), makeAfter)
      const { gateway, requestsPerSecond } = config
      return {
        ...opened,
        ...(gateway === undefined ? {} : { way: gateway }),
        ...(requestsPerSecond === undefined ? {} : { perSecond: requestsPerSecond ?? null }),
      }
    },
    ...(startAt
      ? { startAt: (config, value, tools, signal) => startAt(config, value, toolsThrough(tools, config, 'source'), signal) }
      : {}),
    ...(probeDestination
      ? {
          probeDestination: (config, tools, signal) =>
            probeDestination(config, toolsThrough(tools, config, 'destination'), signal),
        }
      : {}),
  }
}
