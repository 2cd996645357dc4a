/** Which addresses of a configuration connectors may not reach, told before a run meets it. */
import type { ConnectorConfig, DestinationConfig, EnrichmentConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Closed, Outbound } from '../../outbound/outbound.ts'

const why: Readonly<Record<Closed, string>> = {
  address: '. Your administrator can allow private addresses with EGRESS_ALLOW.',
  port: ': of the ports below 1024 only 80 and 443 are open to them.',
  path: ': of this server only the sandbox is open to them.',
}

type Side = { readonly name: string; readonly path: string; readonly url: URL }

/** Where a side is, and which field says so. */
function addressOf({ type, url, databaseConfig, azureConfig }: SourceConfig | DestinationConfig | EnrichmentConfig) {
  if (type === 'azure') return { at: 'azureConfig/endpoint', text: azureConfig?.endpoint }
  if (type === 'database') return { at: 'databaseConfig/host', text: databaseConfig ? databaseAddress(databaseConfig) : '' }
  return { at: 'url', text: url }
}

function sidesOf({ trigger, source, destination, enrichment }: ConnectorConfig): Side[] {
  const from = addressOf(source)
  const to = addressOf(destination)
  const sides = [
    { name: 'source', path: `/source/${from.at}`, text: trigger.type === 'webhook' ? undefined : from.text },
    { name: 'destination', path: `/destination/${to.at}`, text: to.text },
    ...enrichment.map((it, index) => {
      const { at, text } = addressOf(it)
      return { name: `look-up "${it.title || it.id}"`, path: `/enrichment/${index}/${at}`, text }
    }),
  ]
  const tokens = [
    { name: 'source', path: '/source', auth: trigger.type === 'webhook' ? undefined : source.auth },
    { name: 'destination', path: '/destination', auth: destination.auth },
    ...enrichment.map(({ title, id, auth }, at) => ({ name: `look-up "${title || id}"`, path: `/enrichment/${at}`, auth })),
  ].flatMap(({ name, path, auth }) =>
    auth?.type === 'oauth2ClientCredentials'
      ? [{ name: `token endpoint of the ${name}`, path: `${path}/auth/tokenUrl`, text: auth.tokenUrl }]
      : [],
  )
  return [...sides, ...tokens].flatMap(({ name, path, text }) =>
    text && URL.canParse(text) ? [{ name, path, url: new URL(text) }] : [],
  )
}

/** No database listens on a port below 1024. */
const lowPort = ': ports below 1024 are not open to databases.'

const told = ({ name, path, url: { host, protocol } }: Side, closed: Closed): FieldProblem => ({
  path,
  message: `The ${name} ${host} is not an address that connectors may reach${closed === 'port' && !protocol.startsWith('http') ? lowPort : why[closed]}`,
})

/** What the addresses themselves say. Opens nothing. */
export function checkAddresses(config: ConnectorConfig, { closed }: Pick<Outbound, 'closed'>): FieldProblem[] {
  return sidesOf(config).flatMap((side) => {
    const it = closed(side.url)
    return it === null ? [] : [told(side, it)]
  })
}

/** Also asks to which addresses their names lead now. A name that leads nowhere is no fault: it may do so when a run begins. */
export async function checkReach(config: ConnectorConfig, { closedNow }: Pick<Outbound, 'closedNow'>): Promise<FieldProblem[]> {
  const found = await Promise.all(
    sidesOf(config).map(async (side) => {
      const it = await closedNow(side.url)
      return it === null ? [] : [told(side, it)]
    }),
  )
  return found.flat()
}
