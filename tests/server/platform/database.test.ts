import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'

import { readConfig } from '#server/platform/config/config.ts'
import { isDatabaseDown, openDatabase } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { describeOnBothDatabases } from '../kit/databases.ts'

describeOnBothDatabases('database', (open, kind) => {
  it('reads every type the same', async () => {
    const { db } = (await open()).database
    const at = new Date('2026-01-02T03:04:05.678Z')
    const { rows } =
      await sql`select ${at}::timestamptz at, 9007199254740991::int8 big, 1.50::numeric exact, '{"a":[1,null]}'::jsonb json,
      null::text nothing, true yes, array['a','b'] list, count(*) count from generate_series(1, 3)`.execute(db)
    expect(rows).toEqual([
      { at, big: 9007199254740991, exact: '1.50', json: { a: [1, null] }, nothing: null, yes: true, list: ['a', 'b'], count: 3 },
    ])
  })

  it('compiles no statement: that takes seconds where the planner takes a statement to be dear', async () => {
    const { db } = (await open()).database
    await sql`set jit_above_cost = 0`.execute(db)
    const { rows } = await sql`explain (analyze) select count(*) from generate_series(1, 10)`.execute(db)
    expect(JSON.stringify(rows)).not.toContain('JIT')
  })

  it('rolls back a transaction that fails, and goes on', async () => {
    const { db } = (await open()).database
    await sql`create table t (a integer)`.execute(db)
    const failing = db.transaction().execute(async (tx) => {
      await sql`insert into t values (1)`.execute(tx)
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect((await sql`select * from t`.execute(db)).rows).toEqual([])
  })

  it('serves many at once, each transaction whole', async () => {
    const { db } = (await open()).database
    await sql`create table t (a integer)`.execute(db)
    await sql`insert into t values (0)`.execute(db)
    const add = () =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ a: number }>`select a from t for update`.execute(tx)
        await sql`update t set a = ${(rows[0]?.a ?? 0) + 1}`.execute(tx)
      })
    await Promise.all(Array.from({ length: 50 }, add))
    expect((await sql`select a from t`.execute(db)).rows).toEqual([{ a: 50 }])
  })

  it('keeps what was committed over a close', async () => {
    const { database, place } = await open()
    await sql`create table t (a integer)`.execute(database.db)
    await sql`insert into t values (7)`.execute(database.db)
    await database.close()
    const again = await openDatabase(place)
    const { rows } = await sql`select a from t`.execute(again.db)
    await again.close()
    expect(rows).toEqual([{ a: 7 }])
  })

  it('migrates once', async () => {
    const { db } = (await open()).database
    expect(await Promise.all([migrate(db), migrate(db)])).toEqual([[], []])
    const { rows } = await sql`select version, name, hash from schema_migrations order by version`.execute(db)
    expect(rows).toEqual(readMigrations().map(({ version, name, hash }) => ({ version, name, hash })))
  })

  it('applies a new file in one transaction', async () => {
    const { db } = (await open()).database
    const file = (version: number, text: string) => ({ version, name: `${version}-more`, text, hash: `hash of ${version}` })
    const known = readMigrations()
    const good = [...known, file(8001, 'create table extra (a integer); insert into extra values (1)')]
    const bad = [...good, file(8002, 'create table half (a integer); select 1 / 0')]
    await expect(migrate(db, bad)).rejects.toThrow(
      'Migration 8002-more failed and changed nothing: division by zero. Fix the cause and start again, or restore your backup and start the earlier version.',
    )
    expect((await sql`select to_regclass('half') half, to_regclass('extra')::text extra`.execute(db)).rows).toEqual([
      { half: null, extra: 'extra' },
    ])
    expect(await migrate(db, good)).toEqual([])
  })

  it('refuses a database that is newer, or made by other files', async () => {
    const { db } = (await open()).database
    await sql`insert into schema_migrations (version, name, hash) values (9001, '9001-future', 'x')`.execute(db)
    await expect(migrate(db)).rejects.toThrow(
      /has schema version 9001 \(9001-future\), but this program supports up to \d+\. Start a newer/,
    )
    await sql`delete from schema_migrations where version = 9001`.execute(db)
    await sql`update schema_migrations set hash = 'x' where version = 1`.execute(db)
    await expect(migrate(db)).rejects.toThrow(/Migration 0001-foundation in the database differs from the one in this program/)
  })

  if (kind === 'embedded') return
  it('names itself and limits its statements, also after it migrated', async () => {
    const { place } = await open()
    const { db, close } = await openDatabase({ ...place, connections: 2 })
    await migrate(db)
    const { rows } = await sql`select current_setting('application_name') name, current_setting('statement_timeout') statement,
      current_setting('idle_in_transaction_session_timeout') idle`.execute(db)
    expect(rows).toEqual([{ name: 'datacrane', statement: '8s', idle: '1min' }])
    await close()
  })

  it('outlives a connection that is cut while it is in use', async () => {
    const { place } = await open()
    const faults: Error[] = []
    const database = await openDatabase({ ...place, fault: (error) => void faults.push(error) })
    const { db } = database
    const cut = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      // Between two queries nobody waits for the connection: its end is an event.
      await vi.waitUntil(() => faults.length > 0)
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toSatisfy(isDatabaseDown)
    expect((await sql`select 1 one`.execute(db)).rows).toEqual([{ one: 1 }])
    await database.close()
  })
})

it.each([
  [undefined, 12],
  ['2', 2],
  ['200', 200],
  ['1', null],
  ['201', null],
  ['many', null],
])('DATABASE_CONNECTIONS=%s gives a process %s connections', (DATABASE_CONNECTIONS, connections) => {
  const read = () => readConfig({ DATABASE_CONNECTIONS }).databaseConnections
  if (connections === null) {
    expect(read).toThrow(`DATABASE_CONNECTIONS must be a whole number from 2 to 200, not "${DATABASE_CONNECTIONS}".`)
  } else expect(read()).toBe(connections)
})

it('says in one line that PostgreSQL is not there', async () => {
  await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' })).rejects.toThrow(
    /^The database of DATABASE_URL can't be reached: .*ECONNREFUSED/,
  )
})
