/** One connection for who asks: found, checked for the right to change it, and shown without its secret. */
import type { Kysely } from 'kysely'
import type {
  ConnectionCredentials,
  ConnectionDetails,
  ConnectionForm,
  ConnectionItem,
} from '#contract/connections/connection.ts'
import { shownAddressOf, systemOfConnection } from '#contract/connections/connection-check.ts'
import { connectionLimits as limits } from '#contract/connections/connection-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { maskSecrets } from '#server/platform/security/settings-secrets.ts'
import { lastChecks, secretPathOf } from '#server/records/connections/connection-use.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { type ConnectionRow, findConnection, peopleOf } from './connections.repository.ts'

type Db = Kysely<Tables>

const mayChange = (caller: Caller, row: ConnectionRow) => caller.role !== 'USER' || row.owner_id === caller.userId

export function itemOf(caller: Caller, row: ConnectionRow, people: readonly string[]): ConnectionItem {
  const { kind, place } = row
  const shown = {
    kind,
    ...(place.url === undefined ? {} : { url: place.url }),
    ...(place.database ? { database: place.database } : {}),
  }
  return {
    ...{ id: row.id, name: row.name, kind, system: systemOfConnection(shown), address: shownAddressOf(shown) },
    ...{ url: place.url ?? null, database: place.database ?? null, gateway: place.gateway ?? null, authType: row.auth.type },
    owner: row.owner_id === null || row.owner === null ? null : { _id: row.owner_id, name: row.owner },
    ...{ visibility: row.visibility, state: row.state, stateAt: row.state_at.toISOString(), check: row.last_check },
    ...{
      usedBy: row.uses,
      usedAt: row.used_at?.toISOString() ?? null,
      account: row.account,
      revision: row.revision,
      isYours: mayChange(caller, row),
    },
    form: mayChange(caller, row) ? formOf(row, people) : null,
  }
}

/** Where the secret of an authentication is, as a list of none or one. */
const pathsOf = (auth: { readonly type: ConnectionCredentials['type'] }): string[] => {
  const path = secretPathOf(auth)
  return path === null ? [] : [path]
}

/** The stored form as its owner may see it. */
function formOf(row: ConnectionRow, people: readonly string[]): ConnectionForm {
  const { auth } = maskSecrets({ auth: row.auth }, { paths: pathsOf(row.auth) }) as { auth: ConnectionCredentials }
  return {
    ...{ name: row.name, kind: row.kind, ...row.place, visibility: row.visibility, people: [...people] },
    auth: shownSecret(auth),
  }
}

/** The contract has `{ set: true }` where a secret is stored, and an empty text where none is. */
function shownSecret(auth: ConnectionCredentials): ConnectionCredentials {
  const field = secretPathOf(auth)?.slice('auth.'.length)
  if (field === undefined) return auth
  const mark = (auth as unknown as Record<string, { readonly set: boolean } | undefined>)[field]
  return (mark?.set ? auth : { ...auth, [field]: '' }) as ConnectionCredentials
}

/** @throws `connection/not-found` */
export async function foundConnection(db: Db, caller: Caller, id: string): Promise<ConnectionRow> {
  const row = await findConnection(db, tenantScopeOf(caller), id)
  if (row === null) throw refusal('connection/not-found')
  return row
}

/** One that the caller may change. @throws `connection/not-found`, `connection/not-yours` */
export async function ownConnection(db: Db, caller: Caller, id: string): Promise<ConnectionRow> {
  const row = await foundConnection(db, caller, id)
  if (!mayChange(caller, row)) throw refusal('connection/not-yours')
  return row
}

export async function connectionDetails(db: Db, caller: Caller, row: ConnectionRow): Promise<ConnectionDetails> {
  const which = { companyId: row.company_id, id: row.id }
  const people = await peopleOf(db, which)
  const ids = people.map(({ _id }) => _id)
  const item = itemOf(caller, row, ids)
  const checks = await lastChecks(db, which, limits.checks)
  return { ...item, people: item.form === null ? [] : people, checks, createdAt: row.created_at.toISOString() }
}

/** What the record of changes holds: no secret, and nothing that use changes. */
export const recorded = ({ check, checks, usedAt, usedBy, isYours, ...rest }: ConnectionDetails) => rest
