/** Pages of the ledger whose weeks lie in files, counted there: a list opens and copies only those that it shows. */
import { type Kysely, sql } from 'kysely'
import { idsOfWeek, week, weekOfRun } from '#server/platform/database/ledger-weeks.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type ColdFile, listColdFiles, readCold, relationFor, weeksOf } from '#server/records/ledger/cold-files.repository.ts'
import type { LedgerRow } from './transaction-rows.repository.ts'

type Db = Kysely<Tables>

/** The pages that hold a window, newest first; `before` are the records of the pages before. */
export type Opened = {
  readonly total: number
  readonly pages: readonly { readonly r: string; readonly n: number; readonly before: number }[]
}

/** Runs whose ids lie between two, the second not included; `files` where they are cold. */
export type Stretch = {
  readonly from: string | null
  readonly until: string | null
  readonly files: readonly ColdFile[] | null
}

type Filter = {
  readonly companyId: string
  readonly connectorId: string
  readonly runId?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly destination?: number | undefined
}

const everything: readonly Stretch[] = [{ from: null, until: null, files: null }]

/** What a list has to go through, newest first: the ledger, and the weeks between that lie in files. */
export async function stretchesOf(
  db: Db,
  { companyId, connectorId, runId, startDate, endDate }: Filter,
): Promise<readonly Stretch[]> {
  if (runId !== undefined) {
    const at = weekOfRun(runId)
    const files = await listColdFiles(db, { companyId, from: at, to: at })
    return files.length === 0 ? everything : [{ from: null, until: null, files }]
  }
  const to = endDate === undefined ? undefined : Date.parse(endDate)
  const files = await listColdFiles(db, { companyId, from: await firstWeek(db, { companyId, connectorId, startDate }), to })
  let stretches: Stretch[] = []
  let until: string | null = null
  for (const begins of weeksOf(files)) {
    const [first, next] = idsOfWeek(begins)
    const own = files.filter((it) => it.week === begins)
    const last = stretches.at(-1)
    if (last?.files && last.from === next)
      stretches = [...stretches.slice(0, -1), { ...last, from: first, files: [...last.files, ...own] }]
    else stretches = [...stretches, { from: next, until, files: null }, { from: first, until: next, files: own }]
    until = first
  }
  return [...stretches, { from: null, until, files: null }]
}

/** The week of the oldest run of the connector that lasted until a time or longer; undefined where every week counts. */
async function firstWeek(db: Db, { companyId, connectorId, startDate }: Omit<Filter, 'runId'>): Promise<number | undefined> {
  if (startDate === undefined) return undefined
  const { rows } = await sql<{ id: string | null }>`
    select id from runs where company_id = ${companyId} and connector_id = ${connectorId}
      and (ended_at is null or ended_at >= ${startDate}::timestamptz) order by created_at limit 1`.execute(db)
  return rows[0]?.id == null ? Date.parse(startDate) - week : weekOfRun(rows[0].id)
}

const timestamp = (iso: string) => new Date(iso).toISOString().replace('T', ' ').replace('Z', '')

/** Records of a page that ended so: the same as in the ledger (`countIn`). */
function countOf(status: LedgerRow['status'] | null): string {
  if (status === null) return 'p.record_count - p.unchanged_records'
  const lost = 'coalesce(u.lost, 0)'
  return status === 'success' ? `p.record_count - p.pending_records - p.unchanged_records - ${lost}` : lost
}

export async function coldPagesAt(
  db: Db,
  { connectorId, runId, startDate, endDate, destination }: Filter,
  status: LedgerRow['status'] | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  files: readonly ColdFile[],
): Promise<Opened> {
  const [pages, lines] = [await relationFor(db, files, 'source_pages'), await relationFor(db, files, 'transactions')]
  if (pages === null) return { total: 0, pages: [] }
  const values: string[] = []
  const given = (value: string) => `$${values.push(value)}`
  const where = [`p.connector_id = ${given(connectorId)}`]
  if (runId !== undefined) where.push(`p.run_id = ${given(runId)}`)
  if (destination !== undefined) where.push(`p.route = ${given(String(destination))}::smallint`)
  if (startDate !== undefined) where.push(`p.read_at >= ${given(timestamp(startDate))}::timestamp`)
  if (endDate !== undefined) where.push(`p.read_at <= ${given(timestamp(endDate))}::timestamp`)
  const which = [`status ${status === null || status === 'success' ? `<> 'success'` : `= ${given(status)}`}`]
  if (runId !== undefined) which.push(`run_id = ${given(runId)}`)
  const joined =
    status === null || lines === null
      ? ''
      : `left join (select run_id, page, count(*) as lost from ${lines} where ${which.join(' and ')} group by run_id, page) u
           on u.run_id = p.run_id and u.page = p.number`
  // Without lines nothing is lost.
  const count = lines === null && status !== null ? (status === 'success' ? 'p.record_count' : '0') : countOf(status)
  const query = `
    with counted as materialized (
      select p.run_id, p.number, (${count})::bigint as records from ${pages} p ${joined} where ${where.join(' and ')}),
    summed as (
      select *, sum(records) over (order by run_id desc, number desc rows unbounded preceding) as until from counted)
    select null as run_id, null as number, coalesce(sum(records), 0)::bigint::varchar as before from counted
    union all
    select run_id, number::varchar, (until - records)::bigint::varchar from summed
    where records > 0 and until > ${offset} and until - records < ${offset + limit}`
  // Values of a status that no line is counted by would be one too many.
  const rows = await readCold(db, query, joined === '' ? values.slice(0, where.length) : values)
  const found = rows.flatMap(([r, n, before]) => (r == null ? [] : [{ r, n: Number(n), before: Number(before) }]))
  return {
    total: Number(rows.find(([r]) => r == null)?.[2] ?? 0),
    pages: found.toSorted((a, b) => a.before - b.before),
  }
}
