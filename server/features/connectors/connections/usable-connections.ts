/** Whether a person may use the connections that a configuration names. */
import type { Kysely } from 'kysely'
import { connectionsIn, foreignAddress, foreignUrls } from '#contract/connections/connection-check.ts'
import { type Auth, type ConnectorConfig, noConnection, type SourceConfig } from '#contract/connectors/config/config.ts'
import { type FieldProblem, refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller, TenantScope } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { connectionsById } from './connections.repository.ts'

const notShared = "This connection doesn't exist, or it isn't shared with you. Choose another connection"

type Using = ReturnType<typeof connectionsIn>[number]

async function faultsOf(db: Kysely<Tables>, scope: TenantScope, uses: readonly Using[]): Promise<FieldProblem[]> {
  if (uses.length === 0) return []
  const known = await connectionsById(
    db,
    scope,
    uses.map(({ id }) => id),
  )
  return uses.flatMap(({ path, id, side, more }) => {
    const row = known.find((it) => it.id === id)
    if (row === undefined) return [{ path: `${path}/auth/id`, message: notShared }]
    const { name, kind, place } = row
    const connection = {
      ...{ name, kind },
      ...(place.url === undefined ? {} : { url: place.url }),
      ...(place.database === undefined ? {} : { database: place.database }),
    }
    const found = foreignAddress(side, connection)
    return [
      ...(found === null ? [] : [{ path: `${path}${found.path}`, message: found.message }]),
      ...foreignUrls(more, connection),
    ]
  })
}

const refuseScope = (caller: Caller) => {
  if (caller.kind === 'key' && !caller.scopes.includes('connections:use')) throw refusal('auth/scope-missing')
}

/**
 * Of a configuration that is saved: connections that were there before may stay, whoever chose them. One that is not chosen yet is no fault of a draft.
 * @throws `connector/invalid`, `auth/scope-missing`
 */
export async function refuseForeignConnections(
  db: Kysely<Tables>,
  caller: Caller,
  config: Parameters<typeof connectionsIn>[0],
  before: Parameters<typeof connectionsIn>[0] | null,
): Promise<void> {
  const kept = new Set(before === null ? [] : connectionsIn(before).map(({ id }) => id))
  const added = connectionsIn(config).filter(({ id }) => id !== noConnection && !kept.has(id))
  if (added.length === 0) return
  refuseScope(caller)
  const known = await connectionsById(
    db,
    tenantScopeOf(caller),
    added.map(({ id }) => id),
  )
  const errors = added
    .filter(({ id }) => !known.some((it) => it.id === id))
    .map(({ path }) => ({ path: `${path}/auth/id`, message: notShared }))
  if (errors.length > 0) throw refusal('connector/invalid', { errors })
}

/** Everything that is wrong with the connections of a configuration; empty when it can be run. */
export const connectionFaultsOf = (db: Kysely<Tables>, scope: TenantScope, config: ConnectorConfig): Promise<FieldProblem[]> =>
  faultsOf(db, scope, connectionsIn(config))

/** Of a configuration that is tried before it is valid: a connection signs requests to its own address only. @throws `connector/invalid` */
export async function refuseForeignAddresses(db: Kysely<Tables>, { companyId }: Caller, config: ConnectorConfig): Promise<void> {
  const found = await connectionFaultsOf(db, { companyId, ownerId: null }, config)
  const errors = found.flatMap(({ path, message }) => (path.endsWith('/auth/id') ? [] : [{ path: `/config${path}`, message }]))
  const [first] = errors
  if (first) throw refusal('connector/invalid', { message: `${first.message}.`, errors })
}

/** Of one side that is tried. @throws `connector/invalid`, `auth/scope-missing` */
export async function refuseForeignSide(
  db: Kysely<Tables>,
  caller: Caller,
  side: { readonly auth?: Auth | undefined },
  path: string,
): Promise<void> {
  if (side.auth?.type !== 'connection') return
  refuseScope(caller)
  const errors = await faultsOf(db, tenantScopeOf(caller), [{ path, id: side.auth.id, side: side as SourceConfig, more: [] }])
  const [first] = errors
  if (first) throw refusal('connector/invalid', { message: `${first.message}.`, errors })
}
