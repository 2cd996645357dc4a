/** Of which weeks of the ledger a statement needs the partitions: planned for all weeks of a year it takes some 60 ms on PGlite, for one it takes 2. */
import { type RawBuilder, sql } from 'kysely'

/** That a column lies between the first and the last of some runs; said besides the runs themselves, as values that the planner knows. */
export function withinRuns(
  column: 'p.run_id' | 't.run_id' | 's.run_id' | 'a.run_id' | 'q.run_id',
  keys: readonly { readonly r: string }[],
): RawBuilder<unknown> {
  const ids = keys.map(({ r }) => r).toSorted()
  return sql`${sql.ref(column)} between ${ids[0]}::uuid and ${ids.at(-1)}::uuid`
}
