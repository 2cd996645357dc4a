/** Thousands of waiting runs, written by few statements, and how much of the database a question about them reads. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type Backlog = { readonly runs: number; readonly companies: number }

/** Rows of one statement: thousands of them take longer than a statement may on a busy machine. */
const atOnce = 500

/** More companies, and active connectors that have one queued run each, dealt out in turns to all companies; the later the run, the younger. */
export async function fillBacklog(db: Db, { runs, companies }: Backlog): Promise<void> {
  await sql`
    with made as (
      insert into companies (id, name, workspace_name)
      select gen_random_uuid(), 'Test', 'test' from generate_series(1, ${companies}::int) returning id)
    insert into users (id, company_id, email, first_name, last_name, role, password_hash)
    select gen_random_uuid(), id, id || '@example.test', 'Ann', 'Lee', 'ADMIN', 'x' from made`.execute(db)
  for (let first = 0; first < runs; first += atOnce) {
    const last = Math.min(first + atOnce, runs) - 1
    await sql`
      with made as (
        insert into connectors (id, company_id, owner_id, name, profile, config_id, draft, status, status_before, status_reason, status_next)
        select gen_random_uuid(), u.company_id, u.id, n::text, '{}', gen_random_uuid(), '{}', 'Active', 'Active', 'test', 'test'
        from generate_series(${first}::int, ${last}::int) n
          join (select id, company_id, row_number() over (order by company_id) - 1 as place from users) u
            on u.place = n % (select count(*) from users)
        returning id, company_id, owner_id, name),
      versions as (
        insert into connector_versions (company_id, connector_id, number, hash, config, author_id)
        select company_id, id, 1, 'test', '{}', owner_id from made)
      insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, created_at)
      select gen_random_uuid(), company_id, id, 1, 'manual', 'queued', 'test', 'test', '{}',
        now() - interval '1 day' + name::int * interval '1 millisecond' from made`.execute(db)
  }
}

/** Blocks of the tables and their indexes that the work reads. They are counted by the database: the same on a busy machine as on a quiet one. */
export function blocksRead(db: Db, tables: readonly string[], work: (tx: Db) => Promise<unknown>): Promise<number> {
  const count = async (tx: Db) => {
    const { rows } = await sql<{ blocks: number }>`
      select coalesce(sum(pg_stat_get_xact_blocks_fetched(c.oid)), 0)::int as blocks
      from pg_class c left join pg_index i on i.indexrelid = c.oid
      where coalesce(i.indrelid, c.oid) = any(${tables}::text[]::regclass[])`.execute(tx)
    return rows[0]?.blocks ?? 0
  }
  return db.transaction().execute(async (tx) => {
    const before = await count(tx)
    await work(tx)
    return (await count(tx)) - before
  })
}
