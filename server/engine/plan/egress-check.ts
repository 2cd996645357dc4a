/** Which addresses of a configuration connectors may not reach, told before a run meets it. */
import type { ConnectorConfig, DestinationConfig, EnrichmentConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import { otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import { natsAddress } from '#contract/connectors/config/streams/nats.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { On } from '../../outbound/gateway/routing.ts'
import type { Closed, Outbound } from '../../outbound/outbound.ts'

const why: Readonly<Record<Exclude<Closed, object>, string>> = {
  address:
    'An administrator can request a private endpoint under Network Connectivity. The operator can allow addresses with EGRESS_ALLOW.',
  port: 'Below 1024, only the ports 80 and 443 are open.',
  path: 'On this server, only the sandbox is open.',
}

type Side = {
  readonly name: string
  readonly path: string
  readonly url: URL
  /** The gateway of the system, and which field names it. */
  readonly gateway: string | undefined
  readonly gatewayPath: string
}

/** Where a side is, and which field says so. */
function addressOf({ type, url, databaseConfig, azureConfig, natsConfig }: SourceConfig | DestinationConfig | EnrichmentConfig) {
  if (type === 'nats') return { at: 'natsConfig/host', text: natsConfig ? natsAddress(natsConfig) : '' }
  if (type === 'azure') return { at: 'azureConfig/endpoint', text: azureConfig?.endpoint }
  if (type === 'database') return { at: 'databaseConfig/host', text: databaseConfig ? databaseAddress(databaseConfig) : '' }
  return { at: 'url', text: url }
}

function sidesOf(config: ConnectorConfig): Side[] {
  const { trigger, source, destination, enrichment } = config
  const systems = [
    ...(trigger.type === 'webhook' ? [] : [{ name: 'source', path: '/source', system: source }]),
    { name: 'destination', path: '/destination', system: destination },
    ...enrichment.map((system, at) => ({ name: `enrichment "${system.title || system.id}"`, path: `/enrichment/${at}`, system })),
    ...otherDestinations(config).map(({ name, path, destination: system }) => ({
      ...{ name: `destination "${name}"`, path: `${path}/destination` },
      system,
    })),
  ]
  const sides = systems.map(({ name, path, system }) => {
    const { at, text } = addressOf(system)
    return { name, path: `${path}/${at}`, text, gateway: system.gateway, gatewayPath: `${path}/gateway` }
  })
  const tokens = systems.flatMap(({ name, path, system: { auth, gateway } }) =>
    auth?.type === 'oauth2ClientCredentials'
      ? [
          {
            ...{ name: `token endpoint of the ${name}`, path: `${path}/auth/tokenUrl`, text: auth.tokenUrl },
            ...{ gateway, gatewayPath: `${path}/gateway` },
          },
        ]
      : [],
  )
  return [...sides, ...tokens].flatMap(({ text, ...side }) =>
    text && URL.canParse(text) ? [{ ...side, url: new URL(text) }] : [],
  )
}

/** No database and no stream listens on a port below 1024. */
const lowPort = 'Ports below 1024 are not open to databases and streams.'

const closedProblem = ({ name, path, gatewayPath, url: { host, protocol } }: Side, closed: Closed): FieldProblem =>
  typeof closed === 'object'
    ? { path: gatewayPath, message: closed.gateway.replace(/ Nothing was sent\.$/, '').replace(/\.$/, '') }
    : {
        path,
        message: `Connectors can't reach the ${name} ${host}. ${closed === 'port' && !protocol.startsWith('http') ? lowPort : why[closed]}`,
      }

async function found(
  config: ConnectorConfig,
  party: string,
  judge: (url: URL, on: On) => Promise<Closed | null>,
): Promise<FieldProblem[]> {
  const all = await Promise.all(
    sidesOf(config).map(async (side) => {
      const it = await judge(side.url, { party, gateway: side.gateway })
      return it === null ? [] : [closedProblem(side, it)]
    }),
  )
  const problems = all.flat()
  return problems.filter(({ path }, at) => problems.findIndex((it) => it.path === path) === at)
}

/** What the addresses themselves say. Opens nothing. */
export const checkAddresses = (config: ConnectorConfig, { closed }: Pick<Outbound, 'closed'>, party: string) =>
  found(config, party, closed)

/** Also asks to which addresses their names lead now. A name that leads nowhere is no fault: it may do so when a run begins. */
export const checkReach = (config: ConnectorConfig, { closedNow }: Pick<Outbound, 'closedNow'>, party: string) =>
  found(config, party, closedNow)
