/** Secrets of connectors: write-only, bound to the company, the connector and the origin that they may be sent to (threat T-CRED). */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Place, Vault } from '../../platform/security/vault.ts'
import { savedConnectionSecrets } from '../connections/connection-use.repository.ts'

/** What stands in a stored configuration (draft, version, deployment) where a person typed a secret. An empty text means: none is set. */
export type SecretRef = { readonly secretId: string; readonly last4: string }

export const isSecretRef = (value: unknown): value is SecretRef =>
  typeof value === 'object' && value !== null && 'secretId' in value && typeof value.secretId === 'string'

const placeOf = (id: string, companyId: string) => ({
  table: 'connector_secrets',
  column: 'ciphertext',
  rowId: id,
  companyId,
})

/** A reference to a secret that is about to be added. */
export function newSecretRef(plain: string): SecretRef {
  // A short secret would be given away by its last four characters.
  return { secretId: uuid(), last4: plain.length >= shownFrom ? plain.slice(-4) : '' }
}

const shownFrom = 12

export type NewSecret = {
  readonly ref: SecretRef
  readonly companyId: string
  readonly connectorId: string
  readonly origin: string
  readonly plain: string
}

export async function addSecret(db: Kysely<Tables>, vault: Vault, it: NewSecret): Promise<void> {
  const { secretId: id, last4 } = it.ref
  const { keyId, ciphertext } = vault.seal(it.plain, placeOf(id, it.companyId))
  await db
    .insertInto('connector_secrets')
    .values({ id, company_id: it.companyId, connector_id: it.connectorId, origin: it.origin, last4, key_id: keyId, ciphertext })
    .execute()
}

type Wanted = {
  readonly companyId: string
  readonly connectorId: string
  readonly secretId: string
  /** Where it is about to be sent, e.g. `https://api.example.com`. */
  readonly origin: string
}

/** The secret in clear, or null when there is none for this company, connector and origin. */
export async function readSecret(db: Kysely<Tables>, vault: Vault, it: Wanted): Promise<string | null> {
  const row = await db
    .selectFrom('connector_secrets')
    .select(['key_id', 'ciphertext'])
    .where('id', '=', it.secretId)
    .where('company_id', '=', it.companyId)
    .where('connector_id', '=', it.connectorId)
    .where('origin', '=', it.origin)
    .executeTakeFirst()
  return row ? vault.open({ keyId: row.key_id, ciphertext: row.ciphertext }, placeOf(it.secretId, it.companyId)) : null
}

/** Every secret of the company's connectors and connections in clear, to look for in what is about to leave. One that does not open is left out. */
export async function savedSecrets(db: Kysely<Tables>, vault: Vault, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connector_secrets')
    .select(['id', 'key_id', 'ciphertext'])
    .where('company_id', '=', companyId)
    .execute()
  return [...opened(vault, rows, (id) => placeOf(id, companyId)), ...(await savedConnectionSecrets(db, vault, companyId))]
}

/** Tells one set of a company's secrets from another: rows of connectors are only added and removed, and those of connections have revisions. */
export async function secretsPrint(db: Kysely<Tables>, companyId: string): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(id::text, 0)), 0) as print from (
      select id from connector_secrets where company_id = ${companyId}
      union all
      select id from hook_secrets where company_id = ${companyId}
      union all
      select md5(id::text || revision)::uuid from connections where company_id = ${companyId}) as secrets`.execute(db)
  return rows[0]?.print ?? ''
}

type Sealed = { readonly id: string; readonly key_id: string; readonly ciphertext: string }

/** A row that was kept elsewhere, in clear; null where it does not open. */
export const openedSecret = (vault: Vault, row: Sealed, companyId: string): string | null =>
  opened(vault, [row], (id) => placeOf(id, companyId))[0] ?? null

/** What of these opens. One whose key is gone is left out. */
export function opened(vault: Vault, rows: readonly Sealed[], place: (id: string) => Place): string[] {
  return rows.flatMap(({ id, key_id, ciphertext }) => {
    try {
      return [vault.open({ keyId: key_id, ciphertext }, place(id))]
    } catch {
      return []
    }
  })
}

/** The origins that these secrets are bound to, by id. */
export async function originsOfSecrets(
  db: Kysely<Tables>,
  { companyId, connectorId }: { readonly companyId: string; readonly connectorId: string },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('connector_secrets')
    .select(['id', 'origin'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .execute()
  return new Map(rows.map(({ id, origin }) => [id, origin]))
}
