/** Groups of a run that makes one record out of several: kept while the source is read, read once in their order, and removed. */
import { type Kysely, sql } from 'kysely'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Checkpoint } from './next-run.repository.ts'
import { type Lease, OwnershipLost } from './run-leases.repository.ts'

type Db = Kysely<Tables>
type OfRun = Pick<Lease, 'companyId' | 'id'>

export type StoredGroup = { readonly mark: string; readonly position: number; readonly state: string }

export type FoldedPage = {
  /** Counted from 1. */
  readonly number: number
  readonly startpoint: string
  readonly fingerprint: string
  readonly identities: Buffer | null
  /** Records of the page. */
  readonly records: number
  /** Groups that are new or changed. */
  readonly groups: readonly StoredGroup[]
  readonly checkpoint: Checkpoint
}

/** Keeps what a page added to its groups, with the checkpoint, in one statement and so in one commit. Throws `OwnershipLost`. */
export async function keepFolded(db: Db, lease: Lease, page: FoldedPage): Promise<void> {
  const groups = page.groups.map(({ mark, position, state }) => ({ m: mark, p: position, s: state }))
  const { rows } = await sql`
    with own as (
      update runs set checkpoint = ${JSON.stringify(page.checkpoint)}::jsonb, stalls = 0, source_records_read = coalesce(source_records_read, 0) + ${page.records}::int, suspect = null, suspect_count = null,
        suspected = null, suspected_count = null, suspect_hits = 0
      where id = ${lease.id} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch}
      returning id, company_id),
    seen as (
      insert into run_group_pages (company_id, run_id, number, startpoint, fingerprint, identities)
      select company_id, id, ${page.number}::int, ${page.startpoint}::text, ${page.fingerprint}::text, ${page.identities}::bytea from own),
    kept as (
      insert into run_groups (company_id, run_id, mark, position, state)
      select own.company_id, own.id, g.m, g.p, g.s from own, json_to_recordset(${jsonText(groups)}::json) as g(m text, p int, s text)
      on conflict (company_id, run_id, mark) do update set state = excluded.state)
    select 1 from own`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(lease.id)
  await changed(db, { companyId: lease.companyId, connectorId: lease.connectorId, what: 'run' })
}

/** Whether a page is kept already: the answer to its commit was lost. Throws `OwnershipLost`. */
export async function isFolded(db: Db, { companyId, id, owner, epoch }: Lease, number: number): Promise<boolean> {
  const { rows } = await sql<{ is_folded: boolean }>`
    select exists (select from run_group_pages p where p.run_id = r.id and p.number = ${number}) as is_folded
    from runs r where id = ${id} and company_id = ${companyId} and owner = ${owner} and epoch = ${epoch}`.execute(db)
  const [row] = rows
  if (!row) throw new OwnershipLost(id)
  return row.is_folded
}

/** The groups of some marks, as far as there are. */
export async function groupsAt(db: Db, { companyId, id }: OfRun, marks: readonly string[]): Promise<readonly StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`select mark, position, state from run_groups
    where company_id = ${companyId} and run_id = ${id} and mark = any(${marks}::text[])`.execute(db)
  return rows
}

/** The groups after a position in their order: at most `most`, and no more than `characters` of them together, but at least one. */
export async function groupsAfter(
  db: Db,
  { companyId, id }: OfRun,
  after: number,
  { most, characters }: { readonly most: number; readonly characters: number },
): Promise<readonly StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`
    select mark, position, state from (
      select mark, position, state, sum(length(state)) over (order by position) as until, row_number() over (order by position) as at from (
        select mark, position, state from run_groups where company_id = ${companyId} and run_id = ${id} and position > ${after}
        order by position limit ${most}) next_ones) g
    where at = 1 or until <= ${characters} order by position`.execute(db)
  return rows
}

/** What a run has read into its groups, as `pagesSeen` has it of others, and the marks of its records, page by page. */
export async function* foldedPages(
  db: Db,
  { companyId, id }: OfRun,
): AsyncGenerator<{ readonly startpoint: string; readonly fingerprint: string; readonly identities: Buffer | null }, void, void> {
  const atOnce = 500
  for (let from = 0; ; from += atOnce) {
    const rows = await db
      .selectFrom('run_group_pages')
      .select(['startpoint', 'fingerprint', 'identities'])
      .where('company_id', '=', companyId)
      .where('run_id', '=', id)
      .where('number', '>', from)
      .where('number', '<=', from + atOnce)
      .execute()
    if (rows.length === 0) return
    yield* rows
  }
}

/** Groups that are removed at once. */
const removedAtOnce = 10_000

/** Removes what runs that have ended left of their groups; the one run where it is named. */
export async function forgetGroups(db: Db, run: OfRun | null = null): Promise<void> {
  const isOver = sql`exists (select from runs r where r.id = g.run_id and r.status in ('succeeded', 'failed', 'cancelled'))`
  const isWanted = run === null ? sql`true` : sql`g.run_id = ${run.id} and g.company_id = ${run.companyId}`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from run_groups where (company_id, run_id, mark) in (
      select g.company_id, g.run_id, g.mark from run_groups g where ${isWanted} and ${isOver} limit ${removedAtOnce})`.execute(db)
    if (numAffectedRows < BigInt(removedAtOnce)) break
  }
  await sql`delete from run_group_pages g where ${isWanted} and ${isOver}`.execute(db)
}
