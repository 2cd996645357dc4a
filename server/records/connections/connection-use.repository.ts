/** What runs and tests need of a connection. Its secret is bound to the company and to the origin that it may be sent to (threat T-CRED). */
import { type Kysely, sql } from 'kysely'
import { type ConnectionState, statesBefore } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionCheck, ConnectionCredentials, SignInAuth } from '#contract/connections/connection.ts'
import { connectionLimits as limits } from '#contract/connections/connection-limits.ts'
import { type OwnAuth, secretFieldOf } from '#contract/connectors/config/config.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { SealedValue, StoredAuth } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Place, Vault } from '../../platform/security/vault.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }

/** Stands in a configuration that is about to be used where the contract has the mark of a secret. */
export type ConnectionSecret = { readonly connectionId: string }

export const isConnectionSecret = (value: unknown): value is ConnectionSecret =>
  typeof value === 'object' && value !== null && 'connectionId' in value && typeof value.connectionId === 'string'

export const connectionSecretPlace = ({ companyId, id }: Which): Omit<Place, 'column'> => ({
  ...{ table: 'connections', rowId: id, companyId },
})

/** Where the secret of an authentication is sealed to; null where it has none. */
export function secretPathOf({ type }: { readonly type: ConnectionCredentials['type'] }): string | null {
  const field = secretFieldOf[type]
  return field === null ? null : `auth.${field}`
}

/** `tokenHeader`: the header that takes the token of the provider alone. */
export type UsedCredentials = OwnAuth | (SignInAuth & ConnectionSecret & { readonly tokenHeader?: string | undefined })

export type UsedConnection = {
  readonly name: string
  readonly url: string | null
  /** With a `ConnectionSecret` in the place of its secret; where somebody signs in, that says whose tokens are meant. */
  readonly auth: UsedCredentials
  readonly gateway: string | undefined
  readonly requestsPerSecond: number | undefined
  readonly atOnce: number | undefined
  readonly state: ConnectionState
  /** Another one when its address or credentials were replaced. */
  readonly accessRevision: number
}

/** Null where the company has none with this id. */
export async function readConnection(db: Db, { companyId, id }: Which): Promise<UsedConnection | null> {
  const row = await db
    .selectFrom('connections')
    .select(['name', 'auth', 'place', 'state', 'access_revision'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const field = secretFieldOf[row.auth.type]
  const isSignIn = row.auth.type === 'oauth2AuthorizationCode'
  const held = { connectionId: id }
  const auth = { ...row.auth, ...(isSignIn ? held : field === null ? {} : { [field]: held }) } as unknown as UsedCredentials
  const { gateway, requestsPerSecond, atOnce, url = null } = row.place
  return { name: row.name, url, auth, gateway, requestsPerSecond, atOnce, state: row.state, accessRevision: row.access_revision }
}

/** `moved`: the secret is bound to another origin; null: there is none. */
export async function readConnectionSecret(
  db: Db,
  vault: Vault,
  { companyId, connectionId: id }: ConnectionSecret & { readonly companyId: string },
  origin: string,
): Promise<{ readonly plain: string } | 'moved' | null> {
  const row = await db
    .selectFrom('connections')
    .select(['auth', 'origin'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.origin !== origin) return 'moved'
  const plain = openedSecret(vault, row.auth, { companyId, id })
  return plain === null ? null : { plain }
}

function openedSecret(vault: Vault, auth: StoredAuth, which: Which): string | null {
  const path = secretPathOf(auth)
  const sealed = path === null ? null : (auth[path.slice('auth.'.length)] as SealedValue | null | undefined)
  if (path === null || !sealed) return null
  const { keyId, ciphertext } = sealed
  return vault.open({ keyId, ciphertext }, { ...connectionSecretPlace(which), column: path })
}

/** Every secret of the company's connections in clear. One that does not open is left out. */
export async function savedConnectionSecrets(db: Db, vault: Vault, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('connections').select(['id', 'auth']).where('company_id', '=', companyId).execute()
  return rows.flatMap(({ id, auth }) => {
    try {
      return openedSecret(vault, auth, { companyId, id }) ?? []
    } catch {
      return []
    }
  })
}

/** Results of tests and runs of a connection, newest first. */
export async function lastChecks(db: Db, { companyId, id }: Which, limit: number): Promise<ConnectionCheck[]> {
  const rows = await db
    .selectFrom('connection_checks')
    .select('result')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ result }) => result)
}

/**
 * What became of a request with the credentials of a connection. One that is off stays off, and one that waits for a person waits.
 * @param accessRevision of the credentials that were used: nothing is said of others that have replaced them.
 */
export async function noteConnectionUse(
  db: Db,
  { companyId, id }: Which,
  check: ConnectionCheck,
  accessRevision: number,
): Promise<void> {
  const state: ConnectionState = check.works ? 'working' : 'failing'
  const from = statesBefore({ type: check.works ? 'system.accepted' : 'system.refused' }, state)
  await sql`
    with before as (
      select state from connections
      where company_id = ${companyId} and id = ${id} and state = any(${from}) and access_revision = ${accessRevision} for update),
    noted as (
      update connections c set used_at = now(), state = ${state}, last_check = ${jsonText(check)},
        state_at = case when c.state = ${state} then c.state_at else now() end
      from before where c.company_id = ${companyId} and c.id = ${id}),
    added as (
      insert into connection_checks (company_id, connection_id, result)
      select ${companyId}, ${id}, ${jsonText(check)}::jsonb from before where ${check.by}::text is not null or before.state <> ${state}
      returning seq)
    delete from connection_checks o where o.company_id = ${companyId} and o.connection_id = ${id} and exists (select from added)
      and o.seq < (select min(k.seq) from (
        select seq from connection_checks where company_id = ${companyId} and connection_id = ${id}
        order by seq desc limit ${limits.checks - 1}) k)`.execute(db)
}
