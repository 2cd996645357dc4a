/** One sealed value of each kind that the database has, with the place that it is sealed to: proof that a key opens what was written. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Vault } from '../../../platform/security/vault.ts'

type Found = {
  readonly keyId: string
  readonly ciphertext: string
  readonly rowId: string
  readonly companyId: string
  readonly column: string
}

const columns = sql`key_id as "keyId", ciphertext`
/** Of a secret in JSON. */
const parts = (value: RawBuilder<unknown>) => sql`${value} ->> 'keyId' as "keyId", ${value} ->> 'ciphertext' as ciphertext`

const asObject = (value: RawBuilder<unknown>) => sql`case jsonb_typeof(${value}) when 'object' then ${value} else '{}' end`
/** Secrets in the first two levels of a JSON object, with their paths. */
const within = (value: RawBuilder<unknown>) => sql`lateral (
  select p.path, p.value from (
    select one.key as path, one.value from jsonb_each(${asObject(value)}) one
    union all
    select one.key || '.' || two.key, two.value from jsonb_each(${asObject(value)}) one, jsonb_each(${asObject(sql`one.value`)}) two
  ) p where jsonb_typeof(p.value) = 'object' and p.value ? 'ciphertext') part`
const ofPart = parts(sql`part.value`)

type Kind = { readonly table: string; readonly select: RawBuilder<unknown> }
const of = (table: string, select: RawBuilder<unknown>): Kind => ({ table, select })
const ofCompany = sql`company_id as "companyId"`

/** Each with the place that it is sealed to (`vault.ts`). Visits of identity providers end within minutes and are left out. */
const kinds: readonly Kind[] = [
  of('connector_secrets', sql`select ${columns}, id as "rowId", ${ofCompany}, 'ciphertext' as column from connector_secrets`),
  of(
    'connections',
    sql`select ${ofPart}, id as "rowId", ${ofCompany}, 'auth.' || part.path as column from connections c, ${within(sql`c.auth`)}`,
  ),
  of(
    'oauth_apps',
    sql`select ${parts(sql`client_secret`)}, id as "rowId", coalesce(company_id::text, '') as "companyId", 'client_secret' as column
      from oauth_apps where client_secret is not null`,
  ),
  of(
    'connection_tokens',
    sql`select ${parts(sql`access`)}, connection_id as "rowId", ${ofCompany}, 'access' as column from connection_tokens`,
  ),
  of(
    'connection_tokens',
    sql`select ${parts(sql`refresh`)}, connection_id as "rowId", ${ofCompany}, 'refresh' as column
      from connection_tokens where refresh is not null`,
  ),
  of('hook_secrets', sql`select ${columns}, id as "rowId", ${ofCompany}, 'ciphertext' as column from hook_secrets`),
  of(
    'mfa_factors',
    sql`select ${columns}, user_id as "rowId", ${ofCompany}, 'ciphertext' as column from mfa_factors where ciphertext is not null`,
  ),
  of(
    'recovery_codes',
    sql`select ${columns}, user_id || ' ' || hash as "rowId", ${ofCompany}, 'ciphertext' as column
      from recovery_codes where ciphertext is not null`,
  ),
  of(
    'company_gateways',
    sql`select ${parts(sql`secret`)}, id as "rowId", ${ofCompany}, 'secret' as column
      from company_gateways where secret ->> 'keyId' <> ''`,
  ),
  of(
    'webhook_endpoints',
    sql`select ${parts(sql`secret`)}, id as "rowId", ${ofCompany}, 'secret' as column from webhook_endpoints`,
  ),
  of(
    'webhook_endpoints',
    sql`select ${ofPart}, id as "rowId", ${ofCompany}, 'headers.' || lower(part.path) as column
      from webhook_endpoints, ${within(sql`headers`)}`,
  ),
  of(
    'sso_connections',
    sql`select ${columns}, company_id as "rowId", ${ofCompany}, 'key' as column from sso_connections where ciphertext is not null`,
  ),
  of(
    'sso_connections',
    sql`select ${ofPart}, company_id as "rowId", ${ofCompany}, part.path as column
      from sso_connections s, ${within(sql`s.value`)}`,
  ),
  of(
    'company_settings',
    sql`select ${ofPart}, section as "rowId", ${ofCompany}, part.path as column from company_settings s, ${within(sql`s.value`)}`,
  ),
  of(
    'push_keys',
    sql`select ${parts(sql`private_key`)}, '1' as "rowId", '' as "companyId", 'private_key' as column from push_keys`,
  ),
  of(
    'push_subscriptions',
    sql`select ${parts(sql`auth`)}, id as "rowId", ${ofCompany}, 'auth' as column from push_subscriptions`,
  ),
  of(
    'source_pages',
    sql`select split_part(text, ':', 2) as "keyId", split_part(text, ':', 3) as ciphertext, connector_id as "rowId", ${ofCompany},
      'body' as column from (select convert_from(body, 'LATIN1') as text, connector_id, company_id
        from source_pages where sealed and substr(body, 1, 7) = 'sealed:'::bytea) p`,
  ),
]

/** @returns the tables whose value was opened @throws an Error of one sentence that names the table whose value does not open */
export async function openOneOfEachKind(db: Kysely<Tables>, vault: Vault): Promise<string[]> {
  const opened: string[] = []
  for (const { table, select } of kinds) {
    const { rows } = await sql<Found>`-- takes long\n${select} limit 1`.execute(db)
    const [found] = rows
    if (!found) continue
    const { keyId, ciphertext, rowId, companyId, column } = found
    try {
      vault.open({ keyId, ciphertext }, { table, column, rowId, companyId })
    } catch (cause) {
      throw new Error(
        `Couldn't decrypt the secrets in ${table}. ${cause instanceof Error ? cause.message : String(cause)} Set SECRET_KEY to the key Datacrane used before, then start the move again.`,
        { cause },
      )
    }
    opened.push(table)
  }
  return opened
}
