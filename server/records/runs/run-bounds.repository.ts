/** Of which weeks of the ledger a statement needs the partitions: planned for all weeks of a year it takes some 60 ms on PGlite, for one it takes 2. */
import { type RawBuilder, sql } from 'kysely'

/** Beyond so many the runs are not named one by one: each look into an index would sort them. */
const namedMax = 50

/** That a column is one of some runs, or lies between the first and the last of many; said besides the runs themselves, as values that the planner knows. */
export function withinRuns(
  column: 'p.run_id' | 't.run_id' | 's.run_id' | 'a.run_id' | 'q.run_id',
  keys: readonly { readonly r: string }[],
): RawBuilder<unknown> {
  const ids = [...new Set(keys.map(({ r }) => r))].toSorted()
  if (ids.length <= namedMax) return sql`${sql.ref(column)} = any(${ids}::uuid[])`
  return sql`${sql.ref(column)} between ${ids[0]}::uuid and ${ids.at(-1)}::uuid`
}
