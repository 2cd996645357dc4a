/** A system that names a gateway is reached through it, whatever its kind: requests, connections to databases, and access tokens (decision X8). */
import { throughGateway } from '../../outbound/tenant-queue.ts'
import type { Kind, Tools } from './kind.ts'

type System = { readonly gateway?: string | undefined }

/** The tools of a system, whose every way out leads through its gateway. */
export const toolsThrough = (tools: Tools, { gateway }: System): Tools =>
  gateway === undefined
    ? tools
    : {
        ...tools,
        outbound: throughGateway(tools.outbound, gateway),
        ...(tools.accessTokens ? { accessTokens: tools.accessTokens.through(gateway) } : {}),
      }

export function byGateway(kind: Kind): Kind {
  const { startAt, probeDestination } = kind
  return {
    ...kind,
    openSource: (config, tools) => kind.openSource(config, toolsThrough(tools, config)),
    openDestination: async (config, tools) => {
      const opened = await kind.openDestination(config, toolsThrough(tools, config))
      return config.gateway === undefined ? opened : { ...opened, way: config.gateway }
    },
    ...(startAt
      ? { startAt: (config, value, tools, signal) => startAt(config, value, toolsThrough(tools, config), signal) }
      : {}),
    ...(probeDestination
      ? { probeDestination: (config, tools, signal) => probeDestination(config, toolsThrough(tools, config), signal) }
      : {}),
  }
}
