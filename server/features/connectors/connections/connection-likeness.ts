/**
 * Which sides of drafts hold the address and the secret of a connection themselves. Secrets are compared by a keyed hash whose key lives as long as the
 * comparison: nothing that tells equal secrets from others is kept or shown (decision 0134).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ConnectionForm } from '#contract/connections/connection.ts'
import { foreignAddress } from '#contract/connections/connection-check.ts'
import type { ConnectionKind } from '#contract/connections/connection-limits.ts'
import type { ConnectionCandidate } from '#contract/connections/connection-page.ts'
import { mapSides } from '#contract/connections/connection-swap.ts'
import { type ConnectorConfig, type OwnAuth, type SourceConfig, secretFieldOf } from '#contract/connectors/config/config.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { readConnectionSecret } from '#server/records/connections/connection-use.repository.ts'
import { isSecretRef, readSecret } from '#server/records/connectors/secrets.repository.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import type { ConnectionRow } from './connections.repository.ts'

type Db = Kysely<Tables>
type Auth = { readonly type: OwnAuth['type'] } & Readonly<Record<string, unknown>>
type Place = { readonly kind: ConnectionKind } & Pick<ConnectionForm, 'url' | 'database'>

/** What of an authentication is no secret: the user name, the name of the header. */
const settingsOf = (auth: Auth) => configHash({ ...auth, [secretFieldOf[auth.type] ?? '']: null })

export const placeOfRow = ({ kind, place }: Pick<ConnectionRow, 'kind' | 'place'>): Place => ({
  kind,
  ...(place.url === undefined ? {} : { url: place.url }),
  ...(place.database === undefined ? {} : { database: place.database }),
})

function roleOf(path: string): ConnectionCandidate['roles'][number] {
  if (path.startsWith('/source')) return 'source'
  return path.startsWith('/enrichment') ? 'enrichment' : 'destination'
}

export type LikeSides = { readonly connectorId: string; readonly name: string; readonly paths: readonly string[] }

export const candidateOf = ({ connectorId, name, paths }: LikeSides): ConnectionCandidate => ({
  ...{ connectorId, name, roles: [...new Set(paths.map(roleOf))] },
})

/** Drafts of deleted connectors and of those that the caller does not see are left out. `only`: the connectors that are looked at; absent: all. */
export async function sidesLike(
  db: Db,
  vault: Vault,
  scope: TenantScope,
  row: ConnectionRow,
  only?: readonly string[],
): Promise<LikeSides[]> {
  const { companyId, ownerId } = scope
  const field = secretFieldOf[row.auth.type]
  if (field === null) return []
  const secret = await readConnectionSecret(db, vault, { companyId, connectionId: row.id }, row.origin)
  if (secret === null || secret === 'moved') return []
  const key = randomBytes(32)
  const hashOf = (plain: string) => createHmac('sha256', key).update(plain).digest()
  const wanted = hashOf(secret.plain)
  const settings = settingsOf(row.auth as Auth)
  const place = { ...placeOfRow(row), name: row.name }
  const drafts = await db
    .selectFrom('connectors')
    .select(['id', 'name', 'draft'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .$if(ownerId !== null, (query) => query.where('owner_id', '=', ownerId ?? ''))
    .$if(only !== undefined, (query) => query.where('id', 'in', [...(only ?? [])]))
    .orderBy('name')
    .execute()
  const like: LikeSides[] = []
  for (const { id, name, draft } of drafts) {
    const paths: string[] = []
    for (const { path, auth, side } of ownSides(draft as ConnectorConfig)) {
      const member = auth[field]
      if (auth.type !== row.auth.type || settingsOf(auth) !== settings || !isSecretRef(member)) continue
      if (foreignAddress(side, place) !== null) continue
      const { secretId } = member
      const plain = await readSecret(db, vault, { companyId, connectorId: id, secretId, origin: row.origin })
      if (plain !== null && timingSafeEqual(hashOf(plain), wanted)) paths.push(path)
    }
    if (paths.length > 0) like.push({ connectorId: id, name, paths })
  }
  return like
}

/** The sides of a draft that hold credentials of their own. */
export function ownSides(draft: ConnectorConfig): { path: string; auth: Auth; side: SourceConfig }[] {
  const sides: { path: string; auth: Auth; side: SourceConfig }[] = []
  mapSides(draft, (side, path) => {
    const { auth } = side
    if (auth !== undefined && auth.type !== 'connection' && auth.type !== 'none')
      sides.push({ path, auth: auth as unknown as Auth, side: side as SourceConfig })
    return side
  })
  return sides
}
