/** What is written into a table, and what a table refuses. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import type { Destination } from '#server/engine/kit/kind.ts'
import { deliver, engines, eventuallyClosed, openDatabaseOf, openDestinationOf, type TestDatabase } from './database-stage.ts'

describe.each(engines)('a destination in %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
  })
  afterAll(async () => {
    await eventuallyClosed(database)
    await database.remove()
  })

  async function open(changes: Partial<DatabaseConfig>): Promise<Destination> {
    const destination = await openDestinationOf(database, changes)
    onTestFinished(() => destination.close?.())
    return destination
  }
  const rowsOf = (table: string) => database.rows(`select * from ${table} order by id`)

  it('adds rows once for each key', async () => {
    await database.run('create table added (id int, name varchar(20))')
    const destination = await open({ table: 'added' })
    expect(destination).toMatchObject({
      host: `${engine}://127.0.0.1:${database.port}`,
      endpoint: `insert ${engine}://127.0.0.1:${database.port}/${database.name}/added`,
    })
    expect(await deliver(destination, 'k1', { id: 1, name: 'a' }, { id: 2, name: 'b' })).toMatchObject({
      outcome: 'delivered',
      answer: { body: '2 rows written.' },
    })
    expect(await deliver(destination, 'k1', { id: 1, name: 'a' }, { id: 2, name: 'b' })).toMatchObject({
      outcome: 'delivered',
      answer: { body: 'An earlier attempt already wrote these rows.' },
    })
    expect(await deliver(destination, 'k2', { id: 3, name: null }, { id: 4 })).toMatchObject({ outcome: 'delivered' })
    expect(await rowsOf('added')).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: null },
      { id: 4, name: null },
    ])
  })

  it('takes a key once when it comes several times at once', async () => {
    await database.run('create table raced (id int)')
    const [one, other] = [await open({ table: 'raced' }), await open({ table: 'raced' })]
    const tries = Array.from({ length: 12 }, (_, at) => deliver(at % 2 ? one : other, 'same', { id: 7 }))
    for (const outcome of await Promise.all(tries)) expect(outcome).toMatchObject({ outcome: 'delivered' })
    expect(await rowsOf('raced')).toEqual([{ id: 7 }])
  })

  it('only updates or deletes rows, by their keys', async () => {
    await database.run(
      'create table edited (id int primary key, name varchar(20), total int)',
      "insert into edited values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)",
    )
    const update = await open({ table: 'edited', keyColumns: ['id'], write: 'update' })
    expect(update.endpoint).toMatch(/^update /)
    expect(await deliver(update, 'u1', { id: 1, name: 'new' }, { id: 2, total: 9 })).toMatchObject({
      outcome: 'delivered',
      answer: { body: '2 rows updated.' },
    })
    // What is the same already is there as well.
    expect(await deliver(update, 'u2', { id: 1, name: 'new' })).toMatchObject({ outcome: 'delivered' })
    expect(await deliver(update, 'u3', { id: 7, name: 'no' })).toMatchObject({
      outcome: 'refused',
      about: 'records',
      problem: { message: expect.stringContaining('The table has no row with this key.') },
    })
    expect(await deliver(update, 'u4', { id: 3, name: 'x' }, { id: 7, name: 'no' })).toMatchObject({ outcome: 'refused' })
    expect(await deliver(update, 'u5', { id: 1 })).toMatchObject({ outcome: 'refused' })
    const remove = await open({ table: 'edited', keyColumns: ['id'], write: 'delete' })
    expect(remove.endpoint).toMatch(/^delete /)
    expect(await deliver(remove, 'd1', { id: 2, name: 'whatever', other: 1 }, { id: 8 })).toMatchObject({
      outcome: 'delivered',
      answer: { body: '1 row deleted. 1 not found.' },
    })
    const insert = await open({ table: 'edited', keyColumns: ['id'], write: 'insert' })
    expect(await deliver(insert, 'i1', { id: 1, name: 'twice' })).toMatchObject({ outcome: 'refused' })
    expect(await rowsOf('edited')).toEqual([
      { id: 1, name: 'new', total: 1 },
      { id: 3, name: 'c', total: 3 },
    ])
  })

  it('changes a row with the same key columns, and what the record does not name stays', async () => {
    await database.run(
      'create table changed (shop varchar(10), id int, name varchar(20), total int, primary key (shop, id))',
      "insert into changed values ('a', 1, 'old', 5)",
    )
    const destination = await open({ table: 'changed', keyColumns: ['id', 'shop'] })
    expect(destination.endpoint).toMatch(/^upsert /)
    const rows = [
      { shop: 'a', id: 1, name: 'new' },
      { shop: 'a', id: 2, name: 'first', total: 1 },
      { shop: 'a', id: 2, name: 'last' },
      { shop: 'b', id: 1, total: 9 },
      { shop: 'b', id: 3 },
    ]
    expect(await deliver(destination, 'c1', ...rows)).toMatchObject({ outcome: 'delivered', answer: { body: '5 rows written.' } })
    expect(await deliver(destination, 'c2', ...rows)).toMatchObject({ outcome: 'delivered' })
    expect(await database.rows('select * from changed order by shop, id')).toEqual([
      { shop: 'a', id: 1, name: 'new', total: 5 },
      { shop: 'a', id: 2, name: 'last', total: 1 },
      { shop: 'b', id: 1, name: null, total: 9 },
      { shop: 'b', id: 3, name: null, total: null },
    ])
  })

  it('refuses to change rows that no unique index tells apart, and says what to do', async () => {
    await database.run('create table apart (id int primary key, a int, b int)')
    for (const keyColumns of [['a'], ['id', 'a']]) {
      const destination = await open({ table: 'apart', keyColumns })
      const outcome = await deliver(destination, `x${keyColumns}`, { id: 1, a: 1 })
      expect(outcome).toMatchObject({ outcome: 'refused', about: 'caller', problem: { code: 'destination/refused' } })
      expect(outcome).toHaveProperty(
        'problem.message',
        expect.stringMatching(/has no unique index on exactly the key columns .*unique/),
      )
    }
    expect(await rowsOf('apart')).toEqual([])
  })

  it('changes no other row that another unique index leads to', async () => {
    await database.run(
      'create table people (id int primary key, email varchar(50) unique, name varchar(20))',
      "insert into people values (1, 'a@example.test', 'Ann'), (2, 'b@example.test', 'Bob')",
    )
    const destination = await open({ table: 'people', keyColumns: ['id'] })
    const outcome = await deliver(destination, 'p1', { id: 3, email: 'a@example.test', name: 'Eve' })
    expect(outcome).toMatchObject({ outcome: 'refused', about: 'records' })
    const good = [
      { id: 1, email: 'a@example.test', name: 'Anna' },
      { id: 4, email: 'd@example.test' },
    ]
    expect(await deliver(destination, 'p2', ...good)).toMatchObject({ outcome: 'delivered' })
    expect((await rowsOf('people')).map(({ id, name }) => [id, name])).toEqual([
      [1, 'Anna'],
      [2, 'Bob'],
      [4, null],
    ])
  })

  it.each([
    ['a column that is not there', { id: 1, colour: 'red' }, /has no column "colour"/],
    ['a value of another type', { id: 'one' }, /integer/],
    ['a value that is too long', { id: 1, name: 'x'.repeat(21) }, /too long/],
    ['a value that is out of range', { id: 3_000_000_000 }, /range/],
    ['a constraint', { id: 1, age: -1 }, /constraint/i],
    ['nothing where something must be', { id: null, name: 'a' }, /null/],
    ['bytes that are none', { id: 1, photo: 'not base64!' }, /base64/],
    ['something that is no object', 5, /not an object/],
    ['nothing at all', {}, /no fields/],
  ])('refuses %s, and nothing of the bulk is written', async (_, record, words) => {
    const bytes = engine === 'postgresql' ? 'bytea' : 'blob'
    await database.run(
      'drop table if exists strict_',
      `create table strict_ (id int not null, name varchar(20), age int, photo ${bytes}, constraint grown check (age >= 0))`,
    )
    const destination = await open({ table: 'strict_' })
    const outcome = await deliver(destination, `s${JSON.stringify(record)}`, { id: 5 }, record)
    expect(outcome).toMatchObject({ outcome: 'refused', about: 'records', problem: { code: 'destination/refused' } })
    expect(outcome).toHaveProperty('problem.message', expect.stringMatching(words))
    expect(await rowsOf('strict_')).toEqual([])
    expect(await deliver(destination, `s${JSON.stringify(record)}`, { id: 5 })).toMatchObject({ outcome: 'delivered' })
  })

  it.runIf(engine === 'postgresql')(
    'writes bytes and times that stand in arrays as those, in arrays of arrays, too',
    async () => {
      await database.run('create table arrayed (id int, photos bytea[], grid bytea[][], days date[])')
      const destination = await open({ table: 'arrayed' })
      const record = { id: 1, photos: ['AP8=', null], grid: [['AP8='], ['/w==']], days: ['+012026-01-02'] }
      expect(await deliver(destination, 'a1', record)).toMatchObject({ outcome: 'delivered' })
      expect(await database.rows('select photos::text, grid::text, days::text from arrayed')).toEqual([
        { photos: '{"\\\\x00ff",NULL}', grid: '{{"\\\\x00ff"},{"\\\\xff"}}', days: '{12026-01-02}' },
      ])
      expect(await deliver(destination, 'a2', { id: 2, photos: ['not base64!'] })).toMatchObject({ outcome: 'refused' })
    },
  )

  it('refuses a record without a value for a key column', async () => {
    await database.run('create table keyless (id int primary key, name varchar(20))')
    const destination = await open({ table: 'keyless', keyColumns: ['id'] })
    for (const record of [{ name: 'a' }, { id: null, name: 'a' }]) {
      const outcome = await deliver(destination, 'n', record)
      expect(outcome).toMatchObject({ outcome: 'refused', about: 'records' })
      expect(outcome).toHaveProperty('problem.message', expect.stringContaining('no value for the key column "id"'))
    }
  })

  it('stops the run for a table that is not there', async () => {
    const destination = await open({ table: 'nowhere' })
    expect(await deliver(destination, 'm', { id: 1 })).toMatchObject({
      outcome: 'refused',
      about: 'caller',
      problem: { message: expect.stringMatching(/The table .nowhere.* doesn't exist/) },
    })
  })
})
