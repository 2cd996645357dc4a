/** What runs and tests need of a connection. Its secret is bound to the company and to the origin that it may be sent to (threat T-CRED). */
import { type Kysely, sql } from 'kysely'
import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionCheck } from '#contract/connections/connection.ts'
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
export function secretPathOf({ type }: { readonly type: OwnAuth['type'] }): string | null {
  const field = secretFieldOf[type]
  return field === null ? null : `auth.${field}`
}

export type UsedConnection = {
  readonly name: string
  /** With a `ConnectionSecret` in the place of its secret. */
  readonly auth: OwnAuth
  readonly gateway: string | undefined
  readonly requestsPerSecond: number | undefined
  readonly atOnce: number | undefined
  readonly state: ConnectionState
}

/** Null where the company has none with this id. */
export async function readConnection(db: Db, { companyId, id }: Which): Promise<UsedConnection | null> {
  const row = await db
    .selectFrom('connections')
    .select(['name', 'auth', 'place', 'state'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const field = secretFieldOf[row.auth.type]
  const auth = { ...row.auth, ...(field === null ? {} : { [field]: { connectionId: id } }) } as unknown as OwnAuth
  const { gateway, requestsPerSecond, atOnce } = row.place
  return { name: row.name, auth, gateway, requestsPerSecond, atOnce, state: row.state }
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

/** What became of a request with the credentials of a connection. A connection that is off stays off. */
export async function noteConnectionUse(db: Db, { companyId, id }: Which, check: ConnectionCheck): Promise<void> {
  const state: ConnectionState = check.works ? 'working' : 'failing'
  await db
    .updateTable('connections')
    .set({
      used_at: sql<Date>`now()`,
      state_at: sql<Date>`case when state = ${state} then state_at else now() end`,
      state,
      last_check: jsonText(check),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '<>', 'off')
    .execute()
}
