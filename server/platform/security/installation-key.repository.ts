/** The sealed constant of the installation, and the ids of the keys that its secrets are sealed with. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Tables } from '../database/tables/tables.ts'
import type { Sealed } from './vault.ts'

type Db = Kysely<Tables>
type Column = { readonly table: string; readonly column: string; readonly form: 'id' | 'json' | 'bytes' }

const json = (table: string, ...columns: string[]): Column[] => columns.map((column) => ({ table, column, form: 'json' }))
const id = (table: string): Column => ({ table, column: 'key_id', form: 'id' })

/**
 * Where sealed values are. Bodies of webhook events of connectors that keep no payloads are not looked at: nothing finds them quickly, and their
 * connector has a sealed webhook secret.
 */
export const sealedColumns: readonly Column[] = [
  ...['connector_secrets', 'hook_secrets', 'mfa_factors', 'recovery_codes', 'provider_visits', 'sso_connections'].map(id),
  ...[...json('company_settings', 'value'), ...json('sso_connections', 'value'), ...json('company_gateways', 'secret')],
  ...json('webhook_endpoints', 'headers', 'secret', 'previous_secret'),
  ...[...json('push_keys', 'private_key'), ...json('push_subscriptions', 'auth')],
  { table: 'source_pages', column: 'body', form: 'bytes' },
]

/** As `createVault` writes it. */
const keyId = '[0-9a-f]{16}'
/** Pages are large, and pages of a connector have the same key, so some of them are enough. */
const pagesMax = 100

function idsIn({ table, column, form }: Column): RawBuilder<unknown> {
  const [from, value] = [sql.table(table), sql.ref(column)]
  if (form === 'id') return sql`select ${value} as id from ${from} where ${value} is not null`
  if (form === 'json')
    return sql`select found[1] as id from ${from}, regexp_matches(${value}::text, ${`"keyId": ?"(${keyId})"`}, 'g') as found`
  const start = sql`convert_from(substring(${value} from 8 for 16), 'SQL_ASCII')`
  return sql`(select ${start} as id from ${from} where sealed and substring(${value} from 1 for 7) = 'sealed:'::bytea limit ${pagesMax})`
}

/** How many values are sealed with which key, most of them first. Columns that an older schema does not have are left out. */
export async function countSealed(db: Db): Promise<{ keyId: string; count: number }[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = any(current_schemas(false))`.execute(
    db,
  )
  const names = new Set(rows.map(({ name }) => name))
  const isThere = ({ table, column, form }: Column) =>
    names.has(`${table}.${column}`) && (form !== 'bytes' || names.has(`${table}.sealed`))
  const parts = sealedColumns.filter(isThere).map(idsIn)
  if (parts.length === 0) return []
  const found = await sql<{ keyId: string; count: number }>`
    select id as "keyId", count(*)::float8 as count from (${sql.join(parts, sql` union all `)}) as sealed
    group by id order by count desc, id`.execute(db)
  return found.rows
}

/** Null where none was written yet, or the schema is older. */
export async function readInstallationKey(db: Db): Promise<Sealed | null> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('installation_key')::text as name`.execute(db)
  if (rows[0]?.name == null) return null
  const found = await sql<Sealed>`select key_id as "keyId", ciphertext from installation_key`.execute(db)
  return found.rows[0] ?? null
}

/** The number of the advisory lock, the same in every process. */
const advisoryLock = 6_311_980

/** To the end of the transaction: of processes that start together one decides, and the others read what it decided. */
export async function lockInstallationKey(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
}

export async function addInstallationKey(tx: Db, { keyId, ciphertext }: Sealed): Promise<void> {
  await sql`insert into installation_key (key_id, ciphertext) values (${keyId}, ${ciphertext}) on conflict do nothing`.execute(tx)
}
