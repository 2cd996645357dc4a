/** Whole runs between databases: every row accounted for, also when a process stops in the middle and when answers to a commit are lost. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, DatabaseConfig } from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { findRun, ledgerSums, openRun } from '#server/records/runs/runs.repository.ts'
import { byForm } from '../../kit/form.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startCuttingProxy } from '../kit/cutting-proxy.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, type Place, settleIn, startEngine, testVault } from '../kit/stage.ts'
import { databaseConfig, type Engine, engines, eventuallyClosed, openDatabaseOf, type TestDatabase } from './database-stage.ts'

const rows = byForm(1_200, 4_000)
/** Records that may wait, and those that are read before a process is stopped: its window is full several times on the way. */
const [windowRecords, step] = [byForm(100, 300), rows / 4]
const systems = {} as Record<Engine, TestDatabase>

beforeAll(async () => {
  for (const engine of engines) systems[engine] = await openDatabaseOf(engine)
  await systems.postgresql.run(
    'create table orders (id int primary key, changed_at int, total numeric, note text)',
    `insert into orders select n, n / 7, 12345678901234567890.5 + n, 'order ' || n from generate_series(1, ${rows}) as s (n)`,
  )
})
afterAll(async () => {
  for (const engine of engines) {
    await eventuallyClosed(systems[engine])
    await systems[engine].remove()
  }
})

type Side = ConnectorConfig['source'] & ConnectorConfig['destination']

/** A side whose password is kept as a deployed version has it. */
async function sideOf({ db }: Database, place: Place, it: TestDatabase, changes: Partial<DatabaseConfig>): Promise<Side> {
  const config = databaseConfig(it, changes)
  const ref = newSecretRef(it.password)
  if (it.password !== '') await addSecret(db, testVault, { ...place, ref, origin: databaseOrigin(config), plain: it.password })
  const password = (it.password === '' ? '' : ref) as string
  return { type: 'database', databaseConfig: config, auth: { type: 'basic', username: it.user, password } }
}

const configOf = (source: Side, destination: Side, strategy: 'individual' | 'bulk'): ConnectorConfig => ({
  name: 'Test',
  trigger: { type: 'manual' },
  source: {
    ...source,
    isList: true,
    listConfig: { type: 'batch', iterationPath: '', batchSize: 20, outputConfig: { strategy } },
  },
  destination,
  dataMapping: [],
  enrichment: [],
})

async function nextRun({ db }: Database, { companyId, connectorId }: Place, { version }: Run): Promise<Run> {
  return openRun(db, { companyId, connectorId, version, trigger: 'manual', startedBy: null })
}

let tables = 0
async function freshTable(it: TestDatabase, unique: boolean): Promise<string> {
  tables += 1
  const table = `copied_${tables}`
  const text = it.engine === 'mysql' ? 'varchar(50)' : 'text'
  const total = it.engine === 'mysql' ? 'decimal(40,4)' : 'numeric'
  await it.run(`create table ${table} (id int${unique ? ' primary key' : ''}, changed_at int, total ${total}, note ${text})`)
  return table
}

async function expectCopied(it: TestDatabase, table: string, count: number) {
  const [sums] = await it.rows(
    `select count(*) as n, count(distinct id) as ids, min(id) as low, max(id) as high, count(distinct note) as notes from ${table}`,
  )
  expect(Object.fromEntries(Object.entries(sums ?? {}).map(([name, value]) => [name, Number(value)]))).toEqual({
    ...{ n: count, ids: count, low: 1, high: count, notes: count },
  })
  const [exact] = await it.rows(`select count(*) as n from ${table} where total = 12345678901234567890.5 + id`)
  expect(Number(exact?.['n'])).toBe(count)
}

describeOnEachDatabase('a run between databases', (open) => {
  it('moves every row once, and the next run what is new', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { postgresql, mysql } = systems
    await postgresql.run(`delete from orders where id > ${rows}`)
    const table = await freshTable(mysql, true)
    const source = await sideOf(database, place, postgresql, { table: 'orders', cursorColumn: 'changed_at' })
    const destination = await sideOf(database, place, mysql, { table, keyColumns: ['id'] })
    const run = await openRunOf(database, place, configOf(source, destination, 'bulk'))
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const first = await ended(database, place, run)
    expect(first).toMatchObject({ status: 'succeeded', recordsRead: rows, recordsDelivered: rows, recordsFailed: 0 })
    expect(await ledgerSums(database.db, place.companyId, run.runId)).toMatchObject({ delivered: rows, failed: 0, pending: 0 })
    await expectCopied(mysql, table, rows)
    const last = Math.floor(rows / 7)
    await postgresql.run(
      `insert into orders values (${rows + 1}, ${last}, 12345678901234567890.5 + ${rows + 1}, 'late'), (${rows + 2}, ${last + 1}, 12345678901234567890.5 + ${rows + 2}, 'new')`,
    )
    const again = await ended(database, place, await nextRun(database, place, run))
    expect(again).toMatchObject({ status: 'succeeded', recordsRead: 2, recordsDelivered: 2 })
    await expectCopied(mysql, table, rows + 2)
    const nothing = await ended(database, place, await nextRun(database, place, run))
    expect(nothing).toMatchObject({ status: 'succeeded', recordsRead: 0 })
  })

  it('writes records of one row in their order, also where the mapping makes its key', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(90)
    onTestFinished(() => source.close())
    const table = await freshTable(systems.postgresql, true)
    const destination = await sideOf(database, place, systems.postgresql, { table, keyColumns: ['id'] })
    const made = (target: string, text: string) => ({
      ...{ id: target, source: '', target, sourcePath: '', targetPath: target },
      rule: { type: 'formula' as const, name: target, text },
    })
    const config = configFor({ source: source.url, destination: '', batchSize: 30 })
    const dataMapping = [made('id', 'ceil(id / 6)'), made('changed_at', 'id')]
    const run = await openRunOf(database, place, { ...config, destination, dataMapping })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    expect(await ended(database, place, run)).toMatchObject({ status: 'succeeded', recordsDelivered: 90 })
    const written = await systems.postgresql.rows(`select id, changed_at from ${table} order by id`)
    expect(written).toEqual(Array.from({ length: 15 }, (_, at) => ({ id: at + 1, changed_at: 6 * (at + 1) })))
  })

  it.each(engines)('loses and repeats none when processes stop and commits lose their answer: into %s', async (engine) => {
    const { database } = await open()
    const place = await settleIn(database)
    const { postgresql } = systems
    await postgresql.run(`delete from orders where id > ${rows}`)
    const to = systems[engine]
    // No key columns and no unique index: a row that is written twice is there twice.
    const table = await freshTable(to, false)
    const proxy = await startCuttingProxy(to.port)
    onTestFinished(() => proxy.close())
    const source = await sideOf(database, place, postgresql, { table: 'orders' })
    const destination = await sideOf(database, place, { ...to, port: proxy.port }, { table })
    const run = await openRunOf(database, place, configOf(source, destination, 'bulk'))
    for (const cuts of [1, 2, 3, 4]) {
      proxy.arm({ at: /commit(?!ted)/, when: cuts % 2 === 1 ? 'after' : 'before' })
      const process = startEngine(database, { limits: { lease: 500, windowRecords } })
      await eventually(proxy.cuts, (n) => n === cuts)
      await process.stop()
    }
    const last = startEngine(database, { limits: { lease: 500 } })
    onTestFinished(() => last.stop())
    const done = await ended(database, place, run)
    expect(done).toMatchObject({ status: 'succeeded', recordsRead: rows, recordsDelivered: rows, recordsFailed: 0 })
    expect(proxy.cuts()).toBe(4)
    await expectCopied(to, table, rows)
  })

  it.each([
    ['a table', { table: 'bare' }],
    ['a query', { query: 'select * from bare where id > 0' }],
  ])('loses and repeats none where rows have no key and are moved while processes stop: %s', async (_, what) => {
    const { database } = await open()
    const place = await settleIn(database)
    const { postgresql } = systems
    await postgresql.run(
      `delete from orders where id > ${rows}`,
      'drop table if exists bare',
      'create table bare as select * from orders',
      // Of some rows there are two, or three.
      'insert into bare select * from orders where id % 9 = 0',
      'insert into bare select * from orders where id % 27 = 0',
    )
    const all = (await postgresql.rows('select id, count(*)::int as n from bare group by id order by id')) as object[]
    const count = all.reduce((sum, it) => sum + Number((it as { n: number }).n), 0)
    const table = await freshTable(postgresql, false)
    const source = await sideOf(database, place, postgresql, what)
    const destination = await sideOf(database, place, postgresql, { table })
    const run = await openRunOf(database, place, configOf(source, destination, 'bulk'))
    for (const stop of [1, 2, 3]) {
      const process = startEngine(database, { limits: { lease: 500, windowRecords } })
      await eventually(
        async () => (await findRun(database.db, place.companyId, place.connectorId, run.runId))?.recordsRead ?? 0,
        (n) => n >= stop * step,
      )
      await process.stop()
      // What was read last is written anew, behind all others.
      await postgresql.run(`update bare set id = id where id between ${((stop - 1) * step) / 2} and ${stop * step * 0.7}`)
    }
    const last = startEngine(database, { limits: { lease: 500 } })
    onTestFinished(() => last.stop())
    const done = await ended(database, place, run)
    expect(done).toMatchObject({ status: 'succeeded', recordsRead: count, recordsDelivered: count, recordsSkipped: 0 })
    expect(await postgresql.rows(`select id, count(*)::int as n from ${table} group by id order by id`)).toEqual(all)
  })

  it('fails the record whose mapped value no record can hold, by name, and moves the others', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { postgresql } = systems
    await postgresql.run(
      'drop table if exists prices, priced',
      'create table prices (id int primary key, price numeric, list float8[], spare float8[])',
      `insert into prices select n, case n when 50 then 'NaN'::numeric else n end,
        case n when 60 then '{1,NaN}'::float8[] else '{1}' end, case n when 70 then '{NaN}'::float8[] end
        from generate_series(1, 300) as s (n)`,
      'create table priced (id int primary key, total numeric, list float8[])',
    )
    const query = 'select id, price as total, list, spare from prices order by id'
    const source = await sideOf(database, place, postgresql, { query })
    const destination = await sideOf(database, place, postgresql, { table: 'priced' })
    const dataMapping = ['id', 'total', 'list'].map((name) => ({
      ...{ id: name, source: '', target: name, sourcePath: name, targetPath: name },
    }))
    const run = await openRunOf(database, place, { ...configOf(source, destination, 'bulk'), dataMapping })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const done = await ended(database, place, run)
    expect(done).toMatchObject({ status: 'succeeded', recordsRead: 300, recordsDelivered: 299, recordsFailed: 1 })
    expect(done.statusReason).toContain('1 value was left empty (zero date, NaN or infinity) in the column total.')
    expect(done.statusReason).toContain('Unreadable values in unused columns were left empty (spare).')
    const [failed] = await database.db
      .selectFrom('transactions')
      .select(['record_key', 'error'])
      .where('run_id', '=', run.runId)
      .where('status', '=', 'failure')
      .execute()
    expect(failed).toMatchObject({
      error: {
        code: 'record/unreadable',
        message: "The column list of row 60 can't be read: NaN is not a valid number for a record.",
      },
    })
    expect(await postgresql.rows('select count(*)::int as n, count(total)::int as totals from priced')).toEqual([
      { n: 299, totals: 298 },
    ])
  })

  it('delivers what can be taken and says of each row why not', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { postgresql, mysql } = systems
    await postgresql.run(
      `delete from orders where id > ${rows}`,
      'drop table if exists grown',
      'create table grown (id int primary key, age int check (age < 500))',
    )
    await mysql.run('drop table if exists people', 'create table people (id int primary key, age int)')
    await mysql.run('insert into people select seq, if(seq = 77 or seq = 205, 900, 30) from seq_1_to_300')
    const source = await sideOf(database, place, mysql, { query: 'select id, age from people order by id' })
    const destination = await sideOf(database, place, postgresql, { table: 'grown', keyColumns: ['id'] })
    const run = await openRunOf(database, place, configOf(source, destination, 'bulk'))
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const done = await ended(database, place, run)
    expect(done).toMatchObject({ status: 'succeeded', recordsRead: 300, recordsDelivered: 298, recordsFailed: 2 })
    expect(await postgresql.rows('select count(*)::int as n, max(age) as age from grown')).toEqual([{ n: 298, age: 30 }])
  })
})
