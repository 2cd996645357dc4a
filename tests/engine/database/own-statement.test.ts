/** The own statement of a destination: once for each record, with values that never become a part of its text. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, DatabaseConfig } from '#contract/connectors/config/config.ts'
import { oneStatement } from '#server/engine/kinds/database/query-text.ts'
import { compilePlan } from '#server/engine/plan/plan.ts'
import { configFor } from '../kit/stage.ts'
import { deliver, engines, eventuallyClosed, openDatabaseOf, openDestinationOf, type TestDatabase } from './database-stage.ts'

describe.each(engines)('an own statement in %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
  })
  afterAll(async () => {
    await eventuallyClosed(database)
    await database.remove()
  })
  const open = async (statement: string, changes: Partial<DatabaseConfig> = {}) => {
    const destination = await openDestinationOf(database, { write: 'statement', statement, mustChange: true, ...changes })
    onTestFinished(() => destination.close?.())
    return destination
  }

  it('inserts values as they are, changes rows, and fails a record for which it changes none', async () => {
    await database.run('create table customers (id int primary key, name varchar(200), tags text)')
    const insert = await open("insert into customers (id, name, tags) values (:id, :name, :tags) -- :no ':no'")
    const hostile = "x'); drop table customers; -- :id \\"
    expect(await deliver(insert, 'i1', { id: 1, name: hostile, tags: ['a'], unused: 1 }, { id: 2, name: null })).toMatchObject({
      outcome: 'delivered',
      answer: { body: expect.stringContaining('2 rows changed.'), headers: { rows: '2', records: '2' } },
    })
    const update = await open("update customers set name = :name where id = :id and name <> ':id'")
    expect(await deliver(update, 'u1', { id: 1, name: 'b' })).toMatchObject({ outcome: 'delivered' })
    const nothing = await deliver(update, 'u2', { id: 9, name: 'c' })
    expect(nothing).toMatchObject({ outcome: 'refused', about: 'records' })
    expect(nothing).toMatchObject({ problem: { message: expect.stringContaining('Nothing was changed.') } })
    const lax = await open('delete from customers where id = :id', { mustChange: false })
    expect(await deliver(lax, 'd1', { id: 9 })).toMatchObject({ outcome: 'delivered' })
    const rows = await database.rows('select id, name, tags from customers order by id')
    expect(rows).toMatchObject([
      { id: 1, name: 'b', tags: '["a"]' },
      { id: 2, name: null, tags: null },
    ])
  })

  it('takes all of a delivery back with one record that fails, and a repeated delivery has one effect', async () => {
    await database.run('create table sums (id int primary key, n int)', 'insert into sums values (1, 0), (2, 0)')
    const add = await open('update sums set n = n + :n where id = :id')
    expect(await deliver(add, 's1', { id: 1, n: 5 }, { id: 7, n: 5 })).toMatchObject({ outcome: 'refused' })
    expect(await deliver(add, 's2', { id: 1, n: 5 })).toMatchObject({ outcome: 'delivered' })
    expect(await deliver(add, 's2', { id: 1, n: 5 })).toMatchObject({ outcome: 'delivered' })
    expect(await database.rows('select n from sums order by id')).toMatchObject([{ n: 5 }, { n: 0 }])
  })

  it('calls a procedure', async () => {
    await database.run(
      'create table log (id int)',
      engine === 'postgresql'
        ? 'create procedure note(given int) language sql as $$ insert into log values (given) $$'
        : 'create procedure note(given int) insert into log values (given)',
    )
    const call = await open(engine === 'postgresql' ? 'call note(:id::int)' : 'call note(:id)', { mustChange: false })
    expect(await deliver(call, 'c1', { id: 3 })).toMatchObject({
      outcome: 'delivered',
      answer: { body: expect.stringContaining('The statement was run.'), headers: {} },
    })
    expect(await database.rows('select id from log')).toMatchObject([{ id: 3 }])
  })
})

describe('the check of an own statement', () => {
  const faults = (databaseConfig: Partial<DatabaseConfig>, targets: readonly string[] = []) => {
    const config: ConnectorConfig = configFor({ source: 'https://shop.example.com', destination: '', strategy: 'individual' })
    const plan = compilePlan({
      ...config,
      destination: {
        type: 'database',
        auth: { type: 'basic', username: 'crane', password: 'secret' },
        databaseConfig: { engine: 'postgresql', host: 'db.example.com', database: 'shop', write: 'statement', ...databaseConfig },
      },
      dataMapping: targets.map((name) => ({ id: name, source: name, target: name, sourcePath: name, targetPath: name })),
    })
    return 'errors' in plan ? plan.errors.map(({ path, message }) => `${path.split('/').at(-1)}: ${message}`) : []
  }
  it('names what is missing, and takes one statement of rows only', () => {
    expect(faults({ statement: 'update t set a = :a::int where id = :id' }, ['a', 'id'])).toEqual([])
    expect(faults({ statement: 'update t set a = :a where id = :id' }, ['a'])).toEqual([
      'statement: Map a source field to "id", or remove :id from the statement',
    ])
    expect(faults({})).toEqual(['statement: Enter the statement'])
    expect(faults({ write: 'insert', table: 't', statement: 'delete from t' })).toEqual([
      'statement: Select the own statement, or remove it',
    ])
    expect(oneStatement('insert into t (a) values (:a) /* not closed')).toEqual({
      fault: 'Close the comment with */, or remove it',
    })
    expect(oneStatement("insert into t values ('/*') /* closed */")).toHaveProperty('query')
    for (const text of ['drop table t', 'delete from t; delete from u', 'create table t (a int)', "insert into t values ('\\'')"])
      expect(oneStatement(text)).toHaveProperty('fault')
    expect(oneStatement("insert into t values (';') ; -- done")).toEqual({ query: "insert into t values (';')" })
  })
})
