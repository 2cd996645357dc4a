/** Published connectors of all companies, for the operator: to whom they are offered, and what was started from them. */
import { type Kysely, sql } from 'kysely'

import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { EnterpriseDetails, EnterpriseEntry } from '#contract/library/enterprise.ts'
import type { Audience } from '#contract/library/enterprise-limits.ts'
import { type PublicationStatus, publicationLifecycle } from '#contract/library/publication.lifecycle.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type EntryRow = Omit<EnterpriseEntry, 'updatedAt'> & { readonly updatedAt: Date }

/** What still exists of what was started. */
const uses = sql`template_uses x join connectors k on k.id = x.connector_id and k.deleted_at is null`
const entry = sql`t.id, t.name, p.name as publisher, t.audience, t.status, t.revision, t.updated_at as "updatedAt",
  (select count(*)::int from template_audience a where a.template_id = t.id) as "offeredTo",
  (select count(*)::int from ${uses} where x.template_id = t.id) as connectors,
  (select count(*)::int from ${uses} where x.template_id = t.id and x.revision < t.revision) as behind`

export async function listEntries(db: Db, words: readonly string[], { limit, offset }: { limit: number; offset: number }) {
  const found = sql`${sql.join([sql`true`, ...words.map((word) => sql`strpos(t.found_by, ${word}) > 0`)], sql` and `)}`
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from templates t where ${found}`.execute(
    db,
  )
  const { rows } = await sql<EntryRow>`
    select ${entry} from templates t join companies p on p.id = t.company_id where ${found}
    order by t.status <> 'waiting', t.updated_at desc, t.id desc limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

type FullRow = EntryRow & {
  readonly description: string
  readonly hosts: string[]
  readonly declinedReason: string | null
  readonly statusSince: Date
  readonly submittedBy: string | null
  readonly companyId: string
  readonly submitterId: string | null
}

export async function findEntry(db: Db, id: string) {
  const { rows } = await sql<FullRow>`
    select ${entry}, t.description, t.hosts, t.declined_reason as "declinedReason", t.status_since as "statusSince",
      (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = t.submitted_by) as "submittedBy",
      t.company_id as "companyId", t.submitted_by as "submitterId"
    from templates t join companies p on p.id = t.company_id where t.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Newest first. */
export async function versionsOf(db: Db, id: string, limit: number) {
  return db
    .selectFrom('template_versions')
    .select(['revision', 'config', 'created_at as createdAt'])
    .where('template_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
}

export async function audienceOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('template_audience as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select('c.name')
    .where('a.template_id', '=', id)
    .orderBy('c.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Companies with the most connectors first. */
export async function usesOf(db: Db, id: string, limit: number): Promise<EnterpriseDetails['uses']> {
  const { rows } = await sql<EnterpriseDetails['uses'][number]>`
    select c.name as company, count(*)::int as connectors, (count(*) filter (where x.revision < t.revision))::int as behind
    from ${uses} join companies c on c.id = x.company_id join templates t on t.id = x.template_id
    where x.template_id = ${id} group by c.id, c.name order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}

/** Companies by name, or by the name of their workspace. */
export async function companiesNamed(db: Db, names: readonly string[]) {
  const { rows } = await sql<{ wanted: string; ids: string[] }>`
    select w.wanted, array(select c.id::text from companies c where lower(c.name) = lower(w.wanted) or lower(c.workspace_name) = lower(w.wanted)) as ids
    from unnest(${[...names]}::text[]) with ordinality as w(wanted, place) order by w.place`.execute(db)
  return rows
}

export async function setAudience(tx: Db, id: string, audience: Audience, companyIds: readonly string[]): Promise<void> {
  await tx.updateTable('templates').set({ audience }).where('id', '=', id).execute()
  await tx.deleteFrom('template_audience').where('template_id', '=', id).execute()
  if (companyIds.length === 0) return
  const rows = companyIds.map((companyId) => ({ template_id: id, company_id: companyId }))
  await tx.insertInto('template_audience').values(rows).execute()
}

/** One company more; what is offered to everyone stays so. @returns to whom it is offered then, null where there is no such template */
export async function offerTo(tx: Db, id: string, companyId: string): Promise<Audience | null> {
  const row = await tx.selectFrom('templates').select('audience').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.audience === 'everyone') return row?.audience ?? null
  await tx.updateTable('templates').set({ audience: 'chosen' }).where('id', '=', id).execute()
  await tx
    .insertInto('template_audience')
    .values({ template_id: id, company_id: companyId })
    .onConflict((on) => on.doNothing())
    .execute()
  return 'chosen'
}

/** Notes from which version a connector was started. */
export async function noteUse(db: Db, it: { companyId: string; connectorId: string; templateId: string; revision: number }) {
  const { companyId, connectorId, templateId, revision } = it
  await db
    .insertInto('template_uses')
    .values({ connector_id: connectorId, company_id: companyId, template_id: templateId, revision })
    .onConflict((on) => on.column('connector_id').doNothing())
    .execute()
}

/** Moves one that waits along its chart. False where it does not wait any more. */
export async function decideOn(
  tx: Db,
  id: string,
  type: 'operator.approved' | 'operator.declined',
  reason: string | null,
): Promise<boolean> {
  const from = statesAllowing(publicationLifecycle, type) as PublicationStatus[]
  const status = moved(publicationLifecycle, from[0] ?? 'waiting', { type }, undefined) as PublicationStatus
  const { numUpdatedRows } = await tx
    .updateTable('templates')
    .set({ status, status_since: sql`now()`, declined_reason: reason })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
