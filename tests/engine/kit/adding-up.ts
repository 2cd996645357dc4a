/** A process of its own that adds the sums of a ledger up until there is nothing left; the place of the database comes as JSON in the first argument. */
import { sql } from 'kysely'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'

const database = await openDatabase(JSON.parse(process.argv[2] ?? ''))
for (;;) {
  await rollUp(database.db)
  // Nothing taken may only mean that another process is at it.
  const { rows } = await sql`select 1 from ledger_deltas limit 1`.execute(database.db)
  if (rows.length === 0) break
}
await database.close()
