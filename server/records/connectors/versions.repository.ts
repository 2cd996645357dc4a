/** Versions of a connector: numbered, hashed, immutable. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { ConnectorConfig, SecretMark } from '#contract/connectors/config/config.ts'
import type { Version } from '#contract/connectors/deployments/version.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { SecretRef } from './secrets.repository.ts'

type Stored<T> = T extends SecretMark
  ? SecretRef
  : T extends readonly (infer I)[]
    ? Stored<I>[]
    : T extends object
      ? { [K in keyof T]: Stored<T[K]> }
      : T

/** A configuration as it is kept: where the contract has the mark of a secret, it refers to `connector_secrets`. */
export type StoredConfig = Stored<ConnectorConfig>

type Db = Kysely<Tables>

/** JSON with the members of every object in the order of their names, so that equal configurations have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, it]) => it !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, it]) => `${JSON.stringify(name)}:${canonical(it)}`).join(',')}}`
}

/** SHA-256 of a configuration in canonical form, in hex. */
export const configHash = (config: unknown): string => createHash('sha256').update(canonical(config)).digest('hex')

export type NewVersion = {
  readonly companyId: string
  readonly connectorId: string
  readonly config: unknown
  readonly authorId: string
}

/** Adds the next version of a connector. Two at the same time: the primary key lets one pass. */
export async function addVersion(db: Db, it: NewVersion): Promise<{ number: number; hash: string }> {
  const hash = configHash(it.config)
  const { number } = await db
    .insertInto('connector_versions')
    .values(({ selectFrom }) => ({
      company_id: it.companyId,
      connector_id: it.connectorId,
      number: selectFrom('connector_versions')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
        .where('company_id', '=', it.companyId)
        .where('connector_id', '=', it.connectorId),
      hash,
      config: JSON.stringify(it.config),
      author_id: it.authorId,
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  return { number, hash }
}

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** Null of a connector that was never deployed. */
export async function newestVersion(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
): Promise<{ number: number; hash: string } | null> {
  const row = await db
    .selectFrom('connector_versions')
    .select(['number', 'hash'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const versionsOf = (db: Db, { companyId, connectorId }: ConnectorKey) =>
  db
    .selectFrom('connector_versions as v')
    .innerJoin('users as u', 'u.id', 'v.author_id')
    .select(['v.number', 'v.hash', 'v.created_at'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('author'))
    .where('v.company_id', '=', companyId)
    .where('v.connector_id', '=', connectorId)

const toVersion = (row: { number: number; hash: string; created_at: Date; author: string }, live: number | null): Version => ({
  number: row.number,
  hash: row.hash,
  author: row.author,
  createdAt: row.created_at.toISOString(),
  isLive: row.number === live,
})

/** Versions of a connector, newest first. `live` is the number of the one that runs; `page` counts from 1. */
export async function listVersions(
  db: Db,
  whose: ConnectorKey,
  live: number | null,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ data: Version[]; total: number }> {
  const rows = await versionsOf(db, whose)
    .orderBy('v.number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('connector_versions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('company_id', '=', whose.companyId)
    .where('connector_id', '=', whose.connectorId)
    .executeTakeFirstOrThrow()
  return { data: rows.map((row) => toVersion(row, live)), total }
}

/** One version with its configuration as it is kept, or null. */
export async function findVersion(
  db: Db,
  whose: ConnectorKey,
  live: number | null,
  number: number,
): Promise<{ version: Version; config: StoredConfig } | null> {
  const row = await versionsOf(db, whose).select('v.config').where('v.number', '=', number).executeTakeFirst()
  return row ? { version: toVersion(row, live), config: row.config as StoredConfig } : null
}

/** The configuration of a version; throws when there is none, for versions are never removed while a run refers to them. */
export async function readVersion(db: Db, companyId: string, connectorId: string, number: number): Promise<ConnectorConfig> {
  const { config, defaults } = await db
    .selectFrom('connector_versions')
    .select(['config', 'defaults'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return defaults === 0 ? withEarlierDefaults(config as ConnectorConfig) : (config as ConnectorConfig)
}

/** The defaults of settings that were left open before decision 0051. */
const withEarlierDefaults = (config: ConnectorConfig): ConnectorConfig => ({
  ...config,
  destination: { onlyChanged: false, ...config.destination },
})
