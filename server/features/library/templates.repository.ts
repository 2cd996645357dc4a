/** Connectors that were published. Everybody reads them; every change names the company that published. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { PublicationStatus } from '#contract/library/publication.lifecycle.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>

/** What a person says about it. */
export type Given = {
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
}

/** The two systems that a configuration joins, by name; null of a side that is filled in later. */
export type Systems = { readonly source: string | null; readonly destination: string | null }

/** What is taken from a draft. */
export type Content = {
  readonly config: ConnectorConfig
  readonly shapes: DraftShapes
  readonly hosts: readonly string[]
  readonly systems: Systems
}

export type StoredTemplate = Given &
  Content & {
    readonly id: string
    readonly companyId: string
    readonly authorId: string
    /** Name of the company. */
    readonly publisher: string
    readonly revision: number
    readonly updatedAt: string
    readonly status: PublicationStatus
    readonly declinedReason: string | null
  }

type Row = Selectable<Tables['templates']> & { readonly publisher: string }

const toTemplate = (row: Row): StoredTemplate => ({
  id: row.id,
  companyId: row.company_id,
  authorId: row.author_id,
  publisher: row.publisher,
  name: row.name,
  description: row.description,
  category: row.category,
  tags: row.tags as string[],
  config: row.config as ConnectorConfig,
  shapes: row.shapes as DraftShapes,
  hosts: row.hosts as string[],
  systems: { source: row.source_system, destination: row.destination_system },
  revision: row.revision,
  updatedAt: row.updated_at.toISOString(),
  status: row.status,
  declinedReason: row.declined_reason,
})

/** Every text that a search looks through, in lower case; no word that is looked for reaches over the end of a line. */
export const searchedText = ({ name, description, tags }: Given, hosts: readonly string[]): string =>
  [name, description, ...tags, ...hosts].join('\n').toLowerCase()

const systemColumns = ({ source, destination }: Systems) => ({
  source_system: source,
  destination_system: destination,
  systems_known: true,
})

const valuesOf = (given: Given, { config, shapes, hosts, systems }: Content) => ({
  ...systemColumns(systems),
  name: given.name,
  description: given.description,
  category: given.category,
  tags: jsonText(given.tags),
  config: jsonText(config),
  shapes: jsonText(shapes),
  hosts: jsonText(hosts),
  found_by: searchedText(given, hosts),
})

/** As whom and with which status it is published or changed. */
type Submitted = { readonly submittedBy: string; readonly status: PublicationStatus }
type NewTemplate = Given & Content & Submitted & { readonly id: string; readonly companyId: string; readonly authorId: string }

/** An id that is there already is the same one, published by a request that was repeated. */
export async function addTemplate(db: Db, it: NewTemplate): Promise<void> {
  await db
    .insertInto('templates')
    .values({
      ...{ id: it.id, company_id: it.companyId, author_id: it.authorId, submitted_by: it.submittedBy, status: it.status },
      ...valuesOf(it, it),
    })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

const all = (db: Db) =>
  db
    .selectFrom('offered_templates as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .selectAll('t')
    .select('c.name as publisher')

/**
 * What is offered to a company, and what it published itself. Others find the approved version while a changed one waits. @param alsoWaiting for an operator, who reads it before the decision, whoever it is for
 */
const isOffered = (companyId: string, alsoWaiting = false) =>
  sql<boolean>`(t.company_id = ${companyId} and not t.is_earlier or ${alsoWaiting} and t.status <> 'approved' or t.company_id <> ${companyId} and t.status = 'approved' and (t.audience = 'everyone'
    or t.audience = 'chosen' and exists (select from template_audience a where a.template_id = t.id and a.company_id = ${companyId})))`

/** Null where there is none that is offered to the company. */
export async function findTemplate(db: Db, id: string, companyId: string, alsoWaiting = false): Promise<StoredTemplate | null> {
  // An operator reads the one that waits.
  const row = await all(db)
    .where('t.id', '=', id)
    .where(isOffered(companyId, alsoWaiting))
    .orderBy('t.is_earlier')
    .executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Nobody else changes it before the transaction ends. */
export async function lockTemplate(tx: Db, id: string): Promise<StoredTemplate | null> {
  const held = await tx.selectFrom('templates').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = held && (await all(tx).where('t.id', '=', id).where('t.is_earlier', '=', false).executeTakeFirst())
  return row ? toTemplate(row) : null
}

/** Writes a new revision. The caller holds the row by `lockTemplate`. */
export async function saveTemplate(
  tx: Db,
  whose: { id: string; companyId: string },
  given: Given,
  content: Content,
  { submittedBy, status }: Submitted,
): Promise<void> {
  if (status === 'approved') await forgetApproved(tx, whose.id)
  else await keepApproved(tx, whose.id)
  await tx
    .updateTable('templates')
    .set({ ...valuesOf(given, content), revision: sql`revision + 1`, updated_at: sql`now()` })
    .set({ submitted_by: submittedBy, status, status_since: sql`now()`, declined_reason: null })
    .where('id', '=', whose.id)
    .where('company_id', '=', whose.companyId)
    .execute()
}

export async function removeTemplate(db: Db, { id, companyId }: { id: string; companyId: string }): Promise<void> {
  await db.deleteFrom('templates').where('id', '=', id).where('company_id', '=', companyId).execute()
}

export type Filters = {
  readonly category: string | undefined
  /** Systems by name. */
  readonly from: string | undefined
  readonly to: string | undefined
}

export type Wanted = Filters & {
  /** Each of these stands somewhere in what is searched; in lower case. */
  readonly words: readonly string[]
  /** Whom it must be offered to. */
  readonly companyId: string
  /** Only what this company published. */
  readonly isOwn: boolean
}

const columnOf = {
  category: 't.category',
  from: 't.source_system',
  to: 't.destination_system',
} as const satisfies Record<keyof Filters, string>

/** A template of one system fits a pair too: its other side is open. */
const isBetween = (from: string, to: string) =>
  sql<boolean>`(t.source_system = ${from} and coalesce(t.destination_system, ${to}) = ${to}
    or t.source_system is null and t.destination_system = ${to})`

const matching = (db: Db, { words, companyId, isOwn, category, from, to }: Wanted) => {
  let query = all(db).where(isOffered(companyId))
  for (const word of words) query = query.where(sql<boolean>`strpos(t.found_by, ${word}) > 0`)
  if (category !== undefined) query = query.where('t.category', '=', category)
  if (from !== undefined && to !== undefined) query = query.where(isBetween(from, to))
  else if (from !== undefined) query = query.where('t.source_system', '=', from)
  else if (to !== undefined) query = query.where('t.destination_system', '=', to)
  return isOwn ? query.where('t.company_id', '=', companyId) : query
}

/** Rows of earlier versions of the program do not say which systems they join. */
export async function fillSystems(db: Db, systemsOf: (config: ConnectorConfig) => Systems): Promise<void> {
  const rows = await db.selectFrom('templates').select(['id', 'config']).where('systems_known', '=', false).execute()
  for (const { id, config } of rows)
    await db
      .updateTable('templates')
      .set(systemColumns(systemsOf(config as ConnectorConfig)))
      .where('id', '=', id)
      .where('systems_known', '=', false)
      .execute()
}

/** Of a pair those that name both systems first, then the newest. */
export async function listTemplates(db: Db, wanted: Wanted, at: { offset: number; limit: number }): Promise<StoredTemplate[]> {
  const isPair = wanted.from !== undefined && wanted.to !== undefined
  const found = matching(db, wanted)
  const ordered = isPair ? found.orderBy(sql`(t.source_system is null or t.destination_system is null)`) : found
  const rows = await ordered.orderBy('t.updated_at', 'desc').orderBy('t.id', 'desc').limit(at.limit).offset(at.offset).execute()
  return rows.map(toTemplate)
}

const opposite = { from: 'to', to: 'from' } as const

/** How many there are of each value of a filter, whichever value is wanted. */
export async function countTemplates(db: Db, wanted: Wanted, by: keyof Filters): Promise<ReadonlyMap<string, number>> {
  const column = columnOf[by]
  const other = by === 'category' ? null : opposite[by]
  const chosen = other === null ? undefined : wanted[other]
  const others = { ...wanted, [by]: undefined }
  // The other system is the chosen one, or open.
  const query =
    other === null || chosen === undefined
      ? matching(db, others)
      : matching(db, { ...others, [other]: undefined }).where(
          sql<boolean>`coalesce(${sql.ref(columnOf[other])}, ${chosen}) = ${chosen} and coalesce(t.source_system, t.destination_system) is not null`,
        )
  const rows = await query
    .clearSelect()
    .select([`${column} as value`, ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy(column)
    .execute()
  return new Map(rows.map((row) => [row.value ?? '', Number(row.count)]))
}

export async function countMatching(db: Db, wanted: Wanted): Promise<number> {
  const row = await matching(db, wanted)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether the operator approves public connectors before other companies find them. */
export async function approvesPublications(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').select('approves_publications as isOn').executeTakeFirst()
  return row?.isOn ?? false
}

// The approved version of a published connector, kept while a changed one waits for approval or was declined.

/** Others go on finding it until the changed one is approved. Where an earlier one is kept already, or none was approved, nothing is kept. */
async function keepApproved(tx: Db, id: string): Promise<void> {
  const columns = sql.raw(
    'name, description, category, tags, config, shapes, hosts, source_system, destination_system, found_by, revision, updated_at',
  )
  await sql`insert into approved_templates (template_id, ${columns})
    select id, ${columns} from templates where id = ${id} and status = 'approved' on conflict do nothing`.execute(tx)
}

/** The newest version is the approved one. */
export async function forgetApproved(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('approved_templates').where('template_id', '=', id).execute()
}

export async function keepsApproved(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('approved_templates').select('template_id').where('template_id', '=', id).executeTakeFirst()
  return row !== undefined
}

// Which connectors were started from a template, as their company is told.

/** Notes from which ready-made template a connector was started. */
export async function noteReadyMade(db: Db, it: { companyId: string; connectorId: string; template: string }): Promise<void> {
  await db
    .updateTable('connectors')
    .set({ ready_made: it.template })
    .where('id', '=', it.connectorId)
    .where('company_id', '=', it.companyId)
    .execute()
}

/** Of some templates how many connectors that a person sees, and that still exist, were started from each; one without any is not named. */
export async function usesOfOwn(
  db: Db,
  { companyId, ownerId }: TenantScope,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*)::int as count from (
      select coalesce(x.template_id::text, k.ready_made) as id from connectors k
      left join template_uses x on x.connector_id = k.id and x.company_id = k.company_id
      where k.company_id = ${companyId} and k.deleted_at is null and ${ownerId === null ? sql`true` : sql`k.owner_id = ${ownerId}`}
    ) as started where id = any(${[...templateIds]}::text[]) group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
