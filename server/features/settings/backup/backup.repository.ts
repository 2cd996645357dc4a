/** Backups of a company, and the lines that they consist of. The same state gives the same lines: no times of their own, a fixed order. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { jsonText } from '../../../platform/database/json-text.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Written } from '../retention/retention.repository.ts'

type Db = Kysely<Tables>
export type BackupRow = Selectable<Tables['company_backups']>
export type BackupLine = Readonly<Record<string, unknown>> & { readonly kind: string }

/** Secrets stay sealed: without the master key of this installation nobody reads them. */
export async function* linesOf(db: Db, companyId: string): AsyncGenerator<BackupLine> {
  yield { kind: 'backup', format: 'datacrane-company-1', companyId }
  const of = { company: ['company_id', '=', companyId] } as const
  const connectors = await db
    .selectFrom('connectors')
    .select(['id', 'name', 'profile', 'draft', 'status', 'live_version', 'owner_id'])
    .where(...of.company)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const row of connectors) yield { kind: 'connector', ...row }
  for (const { id } of connectors) {
    const versions = await db
      .selectFrom('connector_versions')
      .select(['connector_id', 'number', 'hash', 'config', 'author_id', 'created_at'])
      .where(...of.company)
      .where('connector_id', '=', id)
      .orderBy('number')
      .execute()
    for (const row of versions) yield { kind: 'version', ...row }
  }
  const secrets = await db
    .selectFrom('connector_secrets')
    .select(['id', 'connector_id', 'origin', 'last4', 'key_id', 'ciphertext'])
    .where(...of.company)
    .orderBy('id')
    .execute()
  for (const row of secrets) yield { kind: 'secret', ...row }
  const connections = await db
    .selectFrom('connections')
    .select(['id', 'name', 'kind as system', 'place', 'auth', 'origin', 'visibility'])
    .where(...of.company)
    .orderBy('id')
    .execute()
  for (const row of connections) yield { kind: 'connection', ...row }
  const rules = await db
    .selectFrom('mapping_rules')
    .select(['id', 'rule'])
    .where(...of.company)
    .orderBy('id')
    .execute()
  for (const row of rules) yield { kind: 'mapping rule', ...row }
  const gateways = await db
    .selectFrom('company_gateways')
    .select(['id', 'name', 'provider', 'endpoint_url as endpointUrl', 'username'])
    .where(...of.company)
    .orderBy('id')
    .execute()
  for (const row of gateways) yield { kind: 'gateway', ...row }
  const endpoints = await db
    .selectFrom('private_endpoints')
    .select(['id', 'name', 'service_type as serviceType', 'endpoint_url as endpointUrl', 'region', 'enabled'])
    .select('gateway_id as gatewayId')
    .where(...of.company)
    .orderBy('id')
    .execute()
  for (const row of endpoints) yield { kind: 'private endpoint', ...row }
  const settings = await db
    .selectFrom('company_settings')
    .select(['section', 'value'])
    .where(...of.company)
    .orderBy('section')
    .execute()
  for (const row of settings) yield { kind: 'settings', ...row }
  const members = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'active'])
    .where(...of.company)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const row of members) yield { kind: 'member', ...row }
}

export async function findNewest(db: Db, companyId: string): Promise<BackupRow | null> {
  return (await listBackups(db, companyId, { page: 1, limit: 1 })).rows[0] ?? null
}

export async function findBackup(db: Db, companyId: string, id: string): Promise<BackupRow | null> {
  const row = await db
    .selectFrom('company_backups')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? null
}

export async function listBackups(
  db: Db,
  companyId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly BackupRow[]; readonly total: number }> {
  const mine = db.selectFrom('company_backups').where('company_id', '=', companyId)
  const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await mine
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}

export async function addBackup(
  db: Db,
  {
    companyId,
    written,
    connectors,
  }: { companyId: string; written: Written; connectors: readonly { id: string; name: string }[] },
): Promise<void> {
  await db
    .insertInto('company_backups')
    .values({ ...written, company_id: companyId, connectors: jsonText(connectors) })
    .execute()
}

/** Those that are too old or too many; the newest one stays. @returns their ids */
export async function forgetBackups(
  db: Db,
  companyId: string,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from company_backups b using (
      select id, row_number() over (order by created_at desc, id desc) as place from company_backups where company_id = ${companyId}) p
    where b.id = p.id and b.company_id = ${companyId} and p.place > 1
      and (p.place > ${most} or b.created_at < now() - ${days}::int * interval '1 day')
    returning b.id`.execute(db)
  return rows.map(({ id }) => id)
}
