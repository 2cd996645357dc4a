/** Connectors. Every reading and writing names the sight of the person: their company, and within it all connectors or their own. */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { Connector } from '#contract/connectors/details/connector.ts'
import { usualOptions } from '#contract/connectors/details/unsupported-options.ts'
import { changed } from '#server/platform/database/changes.ts'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'

type Row = Selectable<Tables['connectors']>

export type Profile = Pick<
  Connector,
  | 'integrationName'
  | 'connectorType'
  | 'details'
  | 'budgetLimit'
  | 'computeSize'
  | 'encryptionOption'
  | 'supportPackage'
  | 'storeLocally'
>

/** A connector with its draft, as the store has it. */
export type ConnectorRecord = { readonly connector: Connector; readonly companyId: string; readonly draft: StoredConfig }

const listedColumns = [
  ...(['id', 'company_id', 'owner_id', 'name', 'profile', 'config_id', 'revision', 'status'] as const),
  ...(['status_since', 'status_reason', 'status_next', 'live_version', 'created_at', 'updated_at'] as const),
] as const

function toRecord(row: Pick<Row, (typeof listedColumns)[number] | 'draft'>): ConnectorRecord {
  const profile = row.profile as Profile
  return {
    companyId: row.company_id,
    draft: row.draft as StoredConfig,
    connector: {
      _id: row.id,
      name: row.name,
      // One name with three spellings; older rows have kept them apart.
      integrationName: row.name,
      connectorType: profile.connectorType,
      details: profile.details,
      budgetLimit: profile.budgetLimit ?? null,
      computeSize: profile.computeSize ?? 'small',
      storeLocally: profile.storeLocally ?? true,
      // What was stored before it was refused is not said as if it were done.
      ...usualOptions,
      configId: row.config_id,
      status: row.status,
      statusSince: row.status_since.toISOString(),
      statusReason: row.status_reason,
      statusNext: row.status_next,
      revision: row.revision,
      liveVersion: row.live_version,
      userId: row.owner_id,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    },
  }
}

export type StatusWithReason = { readonly status: ConnectorState; readonly reason: string; readonly next: string }

export type NewConnectorRow = {
  readonly id: string
  readonly configId: string
  readonly companyId: string
  readonly ownerId: string
  readonly name: string
  readonly profile: Profile
  readonly draft: StoredConfig
  readonly standing: StatusWithReason
}

/** False when a connector with this id is there already: the request was made before. */
export async function addConnector(db: Kysely<Tables>, it: NewConnectorRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('connectors')
    .values({
      id: it.id,
      company_id: it.companyId,
      owner_id: it.ownerId,
      name: it.name,
      profile: jsonText(it.profile),
      config_id: it.configId,
      draft: jsonText(it.draft),
      status: it.standing.status,
      status_before: it.standing.status,
      status_reason: it.standing.reason,
      status_next: it.standing.next,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirstOrThrow()
  await changed(db, { companyId: it.companyId, connectorId: it.id, what: 'connector' })
  return numInsertedOrUpdatedRows === 1n
}

const seen = (db: Kysely<Tables>, { companyId, ownerId }: TenantScope) => {
  const query = db.selectFrom('connectors').where('company_id', '=', companyId).where('deleted_at', 'is', null)
  return ownerId === null ? query : query.where('owner_id', '=', ownerId)
}

/** By the id of the connector. */
export async function findConnector(db: Kysely<Tables>, tenantScope: TenantScope, id: string): Promise<ConnectorRecord | null> {
  const row = await seen(db, tenantScope).selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** Names of a company's connectors that begin so. */
export async function namesLike(db: Kysely<Tables>, companyId: string, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connectors')
    .select('name')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`starts_with(name, ${start})`)
    .execute()
  return rows.map(({ name }) => name)
}

/** By its id or the id of its configuration; nobody else changes it before the transaction ends. */
export async function lockConnector(tx: Kysely<Tables>, tenantScope: TenantScope, id: string): Promise<ConnectorRecord | null> {
  const row = await seen(tx, tenantScope)
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('config_id', '=', id)]))
    .forUpdate()
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

/** What a list shows of a connector: all but the parts of its draft that may be long. */
export type ListedConnector = Omit<ConnectorRecord, 'draft'> & {
  readonly draft: Pick<StoredConfig, 'trigger' | 'source' | 'destination' | 'routes'>
}

const listed = (db: Kysely<Tables>, tenantScope: TenantScope) =>
  seen(db, tenantScope).select(listedColumns).select(sql<unknown>`draft - 'dataMapping' - 'enrichment'`.as('draft'))

/** Those of the ids that are seen, in no order. */
export async function connectorsOf(
  db: Kysely<Tables>,
  tenantScope: TenantScope,
  ids: readonly string[],
): Promise<ListedConnector[]> {
  if (ids.length === 0) return []
  const rows = await listed(db, tenantScope).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return rows.map(toRecord)
}

/** Newest first. */
export async function listConnectors(db: Kysely<Tables>, tenantScope: TenantScope): Promise<ListedConnector[]> {
  const rows = await listed(db, tenantScope).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toRecord)
}

type Move = { readonly from: readonly ConnectorState[]; readonly to: StatusWithReason }

/** One step along the chart, or null when the connector is not in one of the states `from` (or not seen at all). */
export async function moveConnector(
  db: Kysely<Tables>,
  tenantScope: TenantScope,
  id: string,
  { from, to }: Move,
): Promise<ConnectorRecord | null> {
  const row = await db
    .updateTable('connectors')
    .set({
      status: to.status,
      status_before: sql`status`,
      status_since: sql`now()`,
      status_reason: to.reason,
      status_next: to.next,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('company_id', '=', tenantScope.companyId)
    .$if(tenantScope.ownerId !== null, (query) => query.where('owner_id', '=', tenantScope.ownerId ?? ''))
    .where('deleted_at', 'is', null)
    .where('status', '=', sql<ConnectorState>`any(${from})`)
    .returningAll()
    .executeTakeFirst()
  if (row) await changed(db, { companyId: tenantScope.companyId, connectorId: id, what: 'connector' })
  return row ? toRecord(row) : null
}

/** Takes a connector out of sight. Its ledger stays for the retention period. */
export async function deleteConnector(
  db: Kysely<Tables>,
  tenantScope: TenantScope,
  id: string,
  from: readonly ConnectorState[],
): Promise<ConnectorRecord | null> {
  const row = await db
    .updateTable('connectors')
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('company_id', '=', tenantScope.companyId)
    .$if(tenantScope.ownerId !== null, (query) => query.where('owner_id', '=', tenantScope.ownerId ?? ''))
    .where('deleted_at', 'is', null)
    .where('status', '=', sql<ConnectorState>`any(${from})`)
    .returningAll()
    .executeTakeFirst()
  if (row) await changed(db, { companyId: tenantScope.companyId, connectorId: id, what: 'connector' })
  return row ? toRecord(row) : null
}

type Save = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly profile: Profile
  readonly draft: StoredConfig
}

/** Writes a new revision. The caller holds the row by `lockConnector`. */
export async function saveConnector(tx: Kysely<Tables>, it: Save): Promise<ConnectorRecord> {
  const row = await tx
    .updateTable('connectors')
    .set({
      name: it.name,
      profile: jsonText(it.profile),
      draft: jsonText(it.draft),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', it.id)
    .where('company_id', '=', it.companyId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await changed(tx, { companyId: it.companyId, connectorId: it.id, what: 'connector' })
  return toRecord(row)
}
