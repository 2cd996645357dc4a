/** Narrow sums of the ledger are removed when nobody can ask for them any more; the wide ones hold the same. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { retentionDays } from './ledger-sums.repository.ts'

/** Rows of one statement, which has a limit of time. */
const atOnce = 20_000

/** @returns how many sums were removed. */
export async function forgetOldSums(db: Kysely<Tables>, now = new Date()): Promise<number> {
  let removed = 0
  for (const table of ['connector_sums', 'owner_sums', 'company_sums'] as const) {
    for (const [width, days] of Object.entries(retentionDays)) {
      for (let last = atOnce; last === atOnce; removed += last) {
        // company_id is not asked: the sums of all companies grow old.
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)}
            where width = ${Number(width)} and at < ${now}::timestamptz - ${days} * interval '1 day' limit ${atOnce}))`.execute(
          db,
        )
        last = Number(numAffectedRows ?? 0n)
      }
    }
  }
  return removed
}
