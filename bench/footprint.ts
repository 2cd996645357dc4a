/**
 * What a record leaves behind on PostgreSQL: bytes of the write-ahead log, of tables and their indexes, commits, and the time of the statements.
 *
 *   npm run bench:footprint -- [records = 20000]
 */
import { sql } from 'kysely'

import { openDatabase } from '#server/platform/database/database.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import { modes } from './contestants.ts'
import { addPlace, engineOn, moveOnce } from './engine-place.ts'
import { startSims } from './sims-process.ts'

const total = Number(process.argv[2] ?? 20_000)
const settings = [
  'shared_buffers=64MB',
  'shared_preload_libraries=pg_stat_statements',
  'checkpoint_timeout=1h',
  'max_wal_size=8GB',
]
const cluster = await startCluster(settings)
const database = await openDatabase({ url: cluster.url, dataDir: '' })
const { db } = database
const sims = await startSims()
const engine = await engineOn(database)
const place = await addPlace(database)
await sql`create extension pg_stat_statements`.execute(db)

const lsn = async () => (await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(db)).rows[0]?.at ?? '0/0'
const commits = async () => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{
    n: number
  }>`select xact_commit as n from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.n ?? 0
}
type Size = { readonly name: string; readonly heap: number; readonly indexes: number }
async function sizes(): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select c.relname as name, (pg_table_size(c.oid))::int8 as heap, pg_indexes_size(c.oid)::int8 as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`.execute(db)
  return rows
}

for (const mode of modes) {
  await sql`select pg_stat_statements_reset()`.execute(db)
  await sql`checkpoint`.execute(db)
  const [walBefore, commitsBefore, before] = [await lsn(), await commits(), await sizes()]
  const complete = sims.begin(total)
  await moveOnce(database, engine, place, { mode, total, origin: sims.origin })
  await complete
  const [walAfter, commitsAfter, after] = [await lsn(), await commits(), await sizes()]
  const { rows: wal } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(${walAfter}::pg_lsn, ${walBefore}::pg_lsn)::int8 as bytes`.execute(db)
  console.log(`\n${mode}: ${total} records`)
  console.log(
    `WAL ${((wal[0]?.bytes ?? 0) / total).toFixed(0)} B/record, commits ${((commitsAfter - commitsBefore) / total).toFixed(4)} /record`,
  )
  for (const { name, heap, indexes } of after) {
    const old = before.find((it) => it.name === name) ?? { heap: 0, indexes: 0 }
    const [h, i] = [(heap - old.heap) / total, (indexes - old.indexes) / total]
    if (h + i >= 1) console.log(`  ${name}: ${h.toFixed(0)} B heap, ${i.toFixed(0)} B indexes a record`)
  }
  const { rows } = await sql<{ query: string; calls: number; ms: number; wal: number }>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), 70) as query, calls, total_exec_time as ms, wal_bytes::int8 as wal
    from pg_stat_statements order by total_exec_time desc limit 8`.execute(db)
  for (const { query, calls, ms, wal: bytes } of rows) {
    const time = ((ms * 1_000) / total).toFixed(2)
    console.log(
      `  ${time.padStart(7)} µs/record ${String(calls).padStart(6)} calls ${(bytes / total).toFixed(0).padStart(5)} B WAL  ${query}`,
    )
  }
}

await engine.stop()
await database.close()
await cluster.stop()
sims.close()
