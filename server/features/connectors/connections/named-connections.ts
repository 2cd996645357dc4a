/** Connections in a file: by their names, because an id means nothing in another company and nothing secret leaves. */
import type { Kysely } from 'kysely'
import { foreignAddress } from '#contract/connections/connection-check.ts'
import { mapSides } from '#contract/connections/connection-swap.ts'
import { type ConnectorConfig, noConnection, type SourceConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'
import { placeOfRow } from './connection-likeness.ts'
import { connectionsById, connectionsByName } from './connections.repository.ts'

type Db = Kysely<Tables>
type Named = { readonly name: string; readonly path: string }

/** The ids or the names of the connections that a configuration uses. */
function named(config: ConnectorConfig | StoredConfig, member: 'id' | 'name'): string[] {
  const found: string[] = []
  mapSides(config as ConnectorConfig, (side) => {
    const value = side.auth?.type === 'connection' ? side.auth[member] : undefined
    if (value !== undefined) found.push(value)
    return side
  })
  return [...new Set(found)]
}

/**
 * A configuration that leaves, with the names of the connections that its draft uses.
 * @param scope of who exports it: a connection that is not shared with them is not named.
 */
export async function withConnectionNames(
  db: Db,
  scope: TenantScope,
  {
    draft,
    leaving,
    clean,
  }: { readonly draft: StoredConfig; readonly leaving: ConnectorConfig; readonly clean: (text: string) => string },
): Promise<ConnectorConfig> {
  const ids = named(draft, 'id')
  if (ids.length === 0) return leaving
  const rows = await connectionsById(db, scope, ids)
  const names = new Map<string, string>()
  mapSides(draft as ConnectorConfig, (side, path) => {
    const row = rows.find(({ id }) => side.auth?.type === 'connection' && side.auth.id === id)
    if (row) names.set(path, clean(row.name))
    return side
  })
  return mapSides(leaving, (side, path) => {
    const name = names.get(path)
    return name === undefined || side.auth?.type !== 'connection' ? side : { ...side, auth: { ...side.auth, name } }
  })
}

/**
 * A configuration that came in: each name is the connection of the person's company that is called so, is shared with them, and fits the address.
 * What is missing stays open, and is named with its place.
 */
export async function withConnectionsByName(
  db: Db,
  scope: TenantScope,
  config: ConnectorConfig,
): Promise<{ readonly config: ConnectorConfig; readonly missing: readonly FieldProblem[] }> {
  const rows = await connectionsByName(db, scope, named(config, 'name'))
  const missing: (Named & { readonly why: string })[] = []
  const found = mapSides(config, (side, path) => {
    if (side.auth?.type !== 'connection' || side.auth.name === undefined) return side
    const { name, ...auth } = side.auth
    const row = rows.find((it) => it.name.toLowerCase() === name.trim().toLowerCase())
    const foreign = row === undefined ? null : foreignAddress(side as SourceConfig, { ...placeOfRow(row), name: row.name })
    if (row !== undefined && foreign === null) return { ...side, auth: { ...auth, id: row.id } }
    const why =
      row === undefined
        ? "doesn't exist here, or isn't shared with you. Create it or choose another connection"
        : 'has another address here. Choose another connection, or change the URL'
    missing.push({ name, path, why })
    return { ...side, auth: { ...auth, id: noConnection } }
  })
  return {
    config: found,
    missing: missing.map(({ name, path, why }) => ({
      path: `${path}/auth/name`,
      message: `names the connection "${name}", which ${why}`,
    })),
  }
}
