import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Engine, engines, openDatabaseOf, openSourceOf, readAll, type TestDatabase } from './database-stage.ts'

describe.each(engines)('a source in %s', (engine: Engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
  })
  afterAll(() => database.remove())

  it('smoke', async () => {
    await database.run('create table t (id int primary key, name varchar(20))', "insert into t values (1,'a'),(2,'b')")
    const source = await openSourceOf(database, { table: 't' })
    const run = await readAll(source, source.start(null))
    console.log(JSON.stringify(run))
    const inc = await openSourceOf(database, { table: 't', cursorColumn: 'id' })
    const r1 = await readAll(inc, inc.start(null))
    console.log(JSON.stringify(r1))
    await database.run("insert into t values (3,'c')")
    const r2 = await readAll(inc, inc.start(r1.resume))
    console.log(JSON.stringify(r2))
    expect(r2.records).toEqual([{ id: 3, name: 'c' }])
  })
})
