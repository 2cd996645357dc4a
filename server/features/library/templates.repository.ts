/** Connectors that were published. Everybody reads them; every change names the company that published. */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { PublicationStatus } from '#contract/library/publication.lifecycle.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** What a person says about it. */
export type Given = {
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
}

/** What is taken from a draft. */
export type Content = { readonly config: ConnectorConfig; readonly shapes: DraftShapes; readonly hosts: readonly string[] }

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
  revision: row.revision,
  updatedAt: row.updated_at.toISOString(),
  status: row.status,
  declinedReason: row.declined_reason,
})

/** Every text that a search looks through, in lower case; no word that is looked for reaches over the end of a line. */
export const searchedText = ({ name, description, tags }: Given, hosts: readonly string[]): string =>
  [name, description, ...tags, ...hosts].join('\n').toLowerCase()

const valuesOf = (given: Given, { config, shapes, hosts }: Content) => ({
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
  db.selectFrom('templates as t').innerJoin('companies as c', 'c.id', 't.company_id').selectAll('t').select('c.name as publisher')

/** What is offered to a company, and what it published itself. @param alsoWaiting for an operator, who reads it before the decision */
const isOffered = (companyId: string, alsoWaiting = false) =>
  sql<boolean>`(t.company_id = ${companyId} or (t.status = 'approved' or ${alsoWaiting}) and (t.audience = 'everyone'
    or t.audience = 'chosen' and exists (select from template_audience a where a.template_id = t.id and a.company_id = ${companyId})))`

/** Null where there is none that is offered to the company. */
export async function findTemplate(db: Db, id: string, companyId: string, alsoWaiting = false): Promise<StoredTemplate | null> {
  const row = await all(db).where('t.id', '=', id).where(isOffered(companyId, alsoWaiting)).executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Nobody else changes it before the transaction ends. */
export async function lockTemplate(tx: Db, id: string): Promise<StoredTemplate | null> {
  const row = await all(tx).where('t.id', '=', id).forUpdate('t').executeTakeFirst()
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

export type Wanted = {
  /** Each of these stands somewhere in what is searched; in lower case. */
  readonly words: readonly string[]
  readonly category: string | undefined
  /** Whom it must be offered to. */
  readonly companyId: string
  /** Only what this company published. */
  readonly isOwn: boolean
}

const matching = (db: Db, { words, category, companyId, isOwn }: Wanted) => {
  let query = all(db).where(isOffered(companyId))
  for (const word of words) query = query.where(sql<boolean>`strpos(t.found_by, ${word}) > 0`)
  if (category !== undefined) query = query.where('t.category', '=', category)
  return isOwn ? query.where('t.company_id', '=', companyId) : query
}

/** Newest first. */
export async function listTemplates(db: Db, wanted: Wanted, at: { offset: number; limit: number }): Promise<StoredTemplate[]> {
  const rows = await matching(db, wanted)
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  return rows.map(toTemplate)
}

/** How many there are of each category, whichever is wanted. */
export async function countTemplates(db: Db, wanted: Wanted): Promise<ReadonlyMap<string, number>> {
  const rows = await matching(db, { ...wanted, category: undefined })
    .clearSelect()
    .select(['t.category', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('t.category')
    .execute()
  return new Map(rows.map((row) => [row.category, Number(row.count)]))
}

/** Whether the operator approves public connectors before other companies find them. */
export async function approvesPublications(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').select('approves_publications as isOn').executeTakeFirst()
  return row?.isOn ?? false
}
