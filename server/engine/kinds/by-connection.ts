/** A side that names a connection of the company uses its credentials, gateway and pace, whatever its kind (decision 0128). */
import type { Auth, ConnectorConfig, OwnAuth } from '#contract/connectors/config/config.ts'
import { type Problem, refusal } from '#contract/kit/problem.ts'
import { type Destination, type Kind, type PacedSystem, type Source, SourceFault, type Tools } from '../kit/kind.ts'
import type { OpenConnection } from '../kit/open-connection.ts'
import { ofConnection } from './connection-requests.ts'

type Side = {
  readonly auth?: Auth | undefined
  readonly gateway?: string | undefined
  readonly requestsPerSecond?: number | undefined
}
type Connected<C> = {
  readonly config: C
  readonly tools: Tools
  readonly note: OpenConnection['note'] | null
  /** What a destination is told of the pace of its connection. */
  readonly pace: Pick<PacedSystem, 'connection' | 'atOnce'>
}

/** The side with the credentials of its connection, and the tools that keep its pace and its address. Throws `connection/not-found` and `connection/off`. */
export async function connected<C extends Side>(config: C, tools: Tools): Promise<Connected<C>> {
  if (config.auth?.type !== 'connection') return { config, tools, note: null, pace: {} }
  if (!tools.connection) throw refusal('connection/not-found')
  const connection = await tools.connection(config.auth.id)
  const { auth, gateway, requestsPerSecond, atOnce, note } = connection
  const pace = { connection: config.auth.id, ...(atOnce === undefined ? {} : { atOnce }) }
  const { paced } = tools
  const kept = { ...tools, outbound: ofConnection(tools.outbound, connection) }
  return {
    config: {
      ...config,
      auth: auth as OwnAuth,
      ...(gateway === undefined ? {} : { gateway }),
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    },
    tools: paced ? { ...kept, paced: (outbound, system) => paced(outbound, { ...system, ...pace }) } : kept,
    ...{ note, pace },
  }
}

/** A configuration whose sides name the gateways of their connections. A connection that cannot be used is left as it is: its own check says so. */
export async function withGateways(
  config: ConnectorConfig,
  connection: NonNullable<Tools['connection']>,
): Promise<ConnectorConfig> {
  const gatewayed = async <C extends Side>(side: C): Promise<C> => {
    if (side.auth?.type !== 'connection') return side
    const { gateway } = await connection(side.auth.id).catch(() => ({ gateway: undefined }))
    return gateway === undefined ? side : { ...side, gateway }
  }
  const others = await Promise.all(
    (config.routes?.others ?? []).map(async (it) => ({ ...it, destination: await gatewayed(it.destination) })),
  )
  return {
    ...config,
    source: await gatewayed(config.source),
    destination: await gatewayed(config.destination),
    enrichment: await Promise.all(config.enrichment.map(gatewayed)),
    ...(config.routes === undefined ? {} : { routes: { ...config.routes, others } }),
  }
}

/** Whether a problem says that the credentials were refused. A 403 may be about one path only. */
const isAboutAccess = ({ answer }: Problem) => answer?.status === 401

function notingSource(source: Source, note: OpenConnection['note'] | null): Source {
  if (note === null) return source
  return {
    ...source,
    read: async (place, signal) => {
      try {
        const page = await source.read(place, signal)
        note(null)
        return page
      } catch (thrown) {
        if (thrown instanceof SourceFault && isAboutAccess(thrown.problem)) note(thrown.problem)
        throw thrown
      }
    },
  }
}

function notingDestination(destination: Destination, note: OpenConnection['note'] | null): Destination {
  if (note === null) return destination
  return {
    ...destination,
    deliver: async (...args) => {
      const outcome = await destination.deliver(...args)
      if (outcome.outcome === 'delivered') note(null)
      else if (outcome.outcome === 'refused' && outcome.about === 'caller' && outcome.problem.answer?.status !== 403)
        note(outcome.problem)
      return outcome
    },
  }
}

/** What stands for the credentials of a connection while a configuration is checked, because only the engine that sends can read them. */
const standIns: Readonly<Record<string, OwnAuth>> = {
  database: { type: 'basic', username: 'connection', password: 'connection' },
}

const checkable = <C extends Side & { readonly type: string }>(config: C): C =>
  config.auth?.type === 'connection' ? { ...config, auth: standIns[config.type] ?? { type: 'none' } } : config

export function byConnection(kind: Kind): Kind {
  const { startAt, probeDestination } = kind
  return {
    ...kind,
    reads: (config) => kind.reads(checkable(config)),
    checkSource: (config) => kind.checkSource(checkable(config)),
    checkDestination: (config) => kind.checkDestination(checkable(config)),
    openSource: async (given, around) => {
      const { config, tools, note } = await connected(given, around)
      return notingSource(await kind.openSource(config, tools), note)
    },
    openDestination: async (given, around, makeAfter) => {
      const { config, tools, note, pace } = await connected(given, around)
      return { ...notingDestination(await kind.openDestination(config, tools, makeAfter), note), ...pace }
    },
    ...(startAt
      ? {
          startAt: async (given, value, around, signal) => {
            const { config, tools } = await connected(given, around)
            return startAt(config, value, tools, signal)
          },
        }
      : {}),
    ...(probeDestination
      ? {
          probeDestination: async (given, around, signal) => {
            const { config, tools } = await connected(given, around)
            return probeDestination(config, tools, signal)
          },
        }
      : {}),
  }
}
