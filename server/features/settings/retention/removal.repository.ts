/** Removes what a retention period ends, a slice at a time, so that no statement holds up the runs of others. Sums of figures and runs stay. */
import { type Kysely, sql } from 'kysely'
import { ledgerTables } from '../../../engine/ledger/partitions.repository.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Before } from './due.repository.ts'

type Db = Kysely<Tables>
/** Rows of one statement at most. */
const slice = 5_000

const keyOf: Readonly<Record<(typeof ledgerTables)[number], string>> = {
  ...{ source_pages: 'number', read_pages: 'number', transactions: 'position', attempts: 'position', settlements: 'id' },
}

async function removeSlice(db: Db, table: (typeof ledgerTables)[number], companyId: string, runId: string): Promise<number> {
  const [rows, key] = [sql.table(table), sql.ref(keyOf[table])]
  const { numAffectedRows } = await sql`
    delete from ${rows} where run_id = ${runId}::uuid and company_id = ${companyId}::uuid and ${key} <= (
      select max(k) from (select ${key} as k from ${rows} where run_id = ${runId}::uuid order by ${key} limit ${slice}) s)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** The bodies first: a list reads them first, and a run that is removed in part shows nothing. */
export async function removeRun(
  db: Db,
  companyId: string,
  runId: string,
  add: (table: string, rows: number) => void,
): Promise<void> {
  for (const table of ledgerTables) {
    for (;;) {
      const rows = await removeSlice(db, table, companyId, runId)
      if (rows > 0) add(table, rows)
      if (rows < slice) break
    }
  }
  for (const table of ['carried_records', 'afterwards']) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where run_id = ${runId}::uuid and company_id = ${companyId}::uuid`.execute(db)
    const rows = Number(numAffectedRows ?? 0n)
    if (rows > 0) add(table, rows)
  }
}

/** Plans of replays whose run is over, or that never ran. What tells the next run of a connector what was sent already stays. */
export async function removeReplays(db: Db, { companyId, cutoff }: Before): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from replays y where company_id = ${companyId} and created_at < ${cutoff}
      and not exists (select 1 from runs r where r.id = y.run_id and r.company_id = y.company_id and r.ended_at is null)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** @throws where a row is not due */
export async function removeSignIns(db: Db, { companyId, cutoff }: Before, upto: number): Promise<number> {
  const { rows } = await sql<{
    gone: number
  }>`select remove_sign_ins(${companyId}::uuid, ${upto}::bigint, ${cutoff}) as gone`.execute(db)
  return rows[0]?.gone ?? 0
}

/** @throws where a row is not due */
export async function removeChanges(db: Db, { companyId, cutoff }: Before, upto: number): Promise<number> {
  const { rows } = await sql<{
    gone: number
  }>`select remove_changes(${companyId}::uuid, ${upto}::bigint, ${cutoff}) as gone`.execute(db)
  return rows[0]?.gone ?? 0
}
