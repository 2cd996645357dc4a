/** `npm run move` with 200,000 rows of the ledger. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { play } from '../../engine/kit/scene.ts'
import { freshDatabase, postgresIsHere } from '../kit/databases.ts'
import { contentOf, emptyPostgres, moving } from '../kit/moving.ts'

const many = 200_000

it.runIf(postgresIsHere())(`carries ${many} rows of the ledger, equal row by row`, { timeout: 600_000 }, async () => {
  const { database, place, remove } = await freshDatabase('embedded')
  onTestFinished(remove)
  const scene = await play(database, { records: 20 })
  await scene.over()
  await scene.engine.stop()
  await sql`insert into transactions
    select (jsonb_populate_record(null::transactions, to_jsonb(t) || jsonb_build_object('position', 1000 + n))).*
    from (select * from transactions order by position limit 1) t, generate_series(1, ${many}) n`.execute(database.db)
  await database.close()
  const to = await emptyPostgres()
  const began = Date.now()
  const moved = await moving(place.dataDir, to)
  console.log(`moved ${moved.rows} rows in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
  expect(moved.rows).toBeGreaterThan(many)

  const [embedded, postgres] = [await openDatabase(place), await openDatabase({ url: to, dataDir: '' })]
  onTestFinished(() => embedded.close())
  onTestFinished(() => postgres.close())
  const [before, after] = [await contentOf(embedded), await contentOf(postgres)]
  expect(after['transactions']?.length).toBe(many + 20)
  for (const table of Object.keys(before)) expect(after[table]?.join() === before[table]?.join(), table).toBe(true)
})
