/**
 * Connectors that feed each other: what one writes, the other reads and writes back. Each copy counts as a change, so records can circulate forever. It
 * may be intended (both connectors filter), so it is a warning and not an error.
 */
import type { Kysely } from 'kysely'
import type { AzureConfig, ConnectorConfig, DatabaseConfig, NatsConfig } from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import { otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import { natsAddress } from '#contract/connectors/config/streams/nats.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'

type Side = Pick<ConnectorConfig['source'], 'type' | 'url' | 'variables' | 'databaseConfig' | 'azureConfig' | 'natsConfig'>
type Ends = {
  readonly trigger?: { readonly type: string }
  readonly source: Side
  readonly destination: Side
  readonly routes?: ConnectorConfig['routes']
}
/** What is read or written: a place, and a path of names below it. */
type System = { readonly place: string; readonly path: readonly string[]; readonly query: string }

/** Ends of paths that say what is done with a collection, and not which one it is. */
const verbs = new Set('search query list batch bulk upsert create update insert import export sync'.split(' '))

/** The address with the values of its variables, as far as they have one. */
function filled(url: string, variables: Side['variables'] = []): string {
  return variables.reduce((text, { key, value }) => text.replaceAll(`{{${key}}}`, () => value), url)
}

function httpSystem({ url = '', variables }: Side): System | null {
  const address = filled(url, variables)
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  const path = pathname
    .split('/')
    .map((segment) => segment.replace(/(?<=.):[A-Za-z]+$|\.(?:json|xml|csv)$/, ''))
    .filter((segment) => segment !== '')
  while (verbs.has(path.at(-1)?.toLowerCase() ?? '')) path.pop()
  return { place: origin, path, query: '' }
}

function databaseSystem(config: DatabaseConfig): System | null {
  const address = databaseAddress(config)
  const [table = ''] = (config.table ?? '').toLowerCase().replaceAll(/["`]/g, '').split('.').slice(-1)
  return address === ''
    ? null
    : { place: `${address}/${config.database}`, path: table === '' ? [] : [table], query: (config.query ?? '').toLowerCase() }
}

function azureSystem({ endpoint, container, prefix = '' }: AzureConfig): System | null {
  if (!URL.canParse(endpoint)) return null
  return { place: new URL(endpoint).origin, path: [container, ...prefix.split('/').filter((name) => name !== '')], query: '' }
}

/** Of which subjects a stream consists is not known here: whatever is stored in it counts. */
function natsSystem(config: NatsConfig): System | null {
  const address = natsAddress(config)
  return address === '' ? null : { place: address, path: [config.stream], query: '' }
}

function systemOf(side: Side): System | null {
  if (side.type === 'nats') return side.natsConfig ? natsSystem(side.natsConfig) : null
  if (side.type === 'http') return httpSystem(side)
  if (side.type === 'database') return side.databaseConfig ? databaseSystem(side.databaseConfig) : null
  return side.azureConfig ? azureSystem(side.azureConfig) : null
}

const isName = (character: string | undefined) => character !== undefined && /[\w$]/.test(character)

/** Whether a query names the table as a word of its own. */
function namesTable(query: string, table: string): boolean {
  for (let at = query.indexOf(table); at !== -1; at = query.indexOf(table, at + 1))
    if (!isName(query[at - 1]) && !isName(query[at + table.length])) return true
  return false
}

/** Whether what is written to one system is read from the other: the same place, and one path is the beginning of the other. */
function reaches(written: System | null, read: System | null): boolean {
  if (written === null || read === null || written.place !== read.place) return false
  if (read.query !== '') return written.path.length > 0 && namesTable(read.query, written.path[0] ?? '')
  const [short, long] = written.path.length <= read.path.length ? [written.path, read.path] : [read.path, written.path]
  return short.every((segment, at) => segment === long[at])
}

/** Whether each of two connectors reads what the other writes. The events of a webhook come from a place that its configuration does not name. */
export function feedEachOther(one: Ends, other: Ends): boolean {
  if (one.trigger?.type === 'webhook' || other.trigger?.type === 'webhook') return false
  const writes = (from: Ends, to: Ends) =>
    [from.destination, ...otherDestinations(from).map(({ destination }) => destination)].some((it) =>
      reaches(systemOf(it), systemOf(to.source)),
    )
  return writes(one, other) && writes(other, one)
}

/** Live connectors that are compared at most, so that a check stays fast. */
const comparedMax = 2_000

type Own = { readonly connectorId: string | null; readonly config: Ends & { readonly name: string } }

/** A warning for each live connector of the company that feeds this one and is fed by it. One that the person may not see is not named. */
export async function circularWarnings(
  db: Kysely<Tables>,
  scope: TenantScope,
  { connectorId, config }: Own,
): Promise<FieldProblem[]> {
  const rows = await db
    .selectFrom('connectors as c')
    .innerJoin('connector_versions as v', (on) =>
      on.onRef('v.connector_id', '=', 'c.id').onRef('v.number', '=', 'c.live_version').onRef('v.company_id', '=', 'c.company_id'),
    )
    .select(['c.id', 'c.name', 'c.owner_id', 'v.config'])
    .where('c.company_id', '=', scope.companyId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.created_at', 'desc')
    .limit(comparedMax)
    .execute()
  return rows.flatMap(({ id, name, owner_id, config: other }) => {
    if (id === connectorId || !feedEachOther(config, other as StoredConfig as Ends)) return []
    const named = scope.ownerId === null || scope.ownerId === owner_id ? `"${name}"` : "A colleague's connector"
    const message = `${named} reads what "${config.name}" writes, and writes what "${config.name}" reads. Records can circulate forever. Filter one of the sources, or pause one of the connectors`
    return [{ path: '/destination', message }]
  })
}
