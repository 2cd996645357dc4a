import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { DatabaseConfig } from '../../contract/config.ts'
import type { Destination } from '../../server/engine/kinds/kind.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import {
  allowed,
  connectionsTo,
  deliver,
  type Engine,
  engines,
  eventuallyClosed,
  openDatabaseOf,
  openDestinationOf,
  parcelOf,
  type TestDatabase,
} from './database-stage.ts'

/** Raises an error of its own making for every row that is added. */
const raising = (engine: Engine, table: string, state: string, errno: number, words: string) =>
  engine === 'postgresql'
    ? [
        `create or replace function raising() returns trigger language plpgsql as $$ begin raise exception '${words}' using errcode = '${state}'; end $$`,
        `create trigger raising before insert on ${table} for each row execute function raising()`,
      ]
    : [
        `create trigger raising before insert on ${table} for each row signal sqlstate '${state}' set mysql_errno = ${errno}, message_text = '${words}'`,
      ]
const quiet = (engine: Engine, table: string) => `drop trigger raising${engine === 'postgresql' ? ` on ${table}` : ''}`

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
      answer: { body: 'An earlier try has written these rows.' },
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
        expect.stringMatching(/No unique index .* is on exactly the key columns .*unique/),
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
    ['nothing at all', {}, /no members/],
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
      problem: { message: expect.stringMatching(/There is no table .nowhere/) },
    })
  })

  it('tries again what passes by itself', async () => {
    await database.run('create table tense (id int)', ...raising(engine, 'tense', '40001', 1213, 'could not serialize'))
    const destination = await open({ table: 'tense' })
    expect(await deliver(destination, 't', { id: 1 })).toMatchObject({
      outcome: 'retry',
      problem: { code: 'destination/failing', message: expect.stringContaining('could not serialize') },
    })
    await database.run(quiet(engine, 'tense'))
    expect(await deliver(destination, 't', { id: 1 })).toMatchObject({ outcome: 'delivered', answer: { body: '1 row written.' } })
  })

  it.each(['before', 'after'] as const)('has one effect when the connection is cut %s the commit', async (when) => {
    const proxy = await startCuttingProxy(database.port)
    onTestFinished(() => proxy.close())
    for (const keyColumns of [[], ['id']]) {
      const table = `cut_${when}_${keyColumns.length}`
      await database.run(`create table ${table} (id int primary key, count_ int)`)
      const destination = await open({ table, port: proxy.port, keyColumns })
      expect(await deliver(destination, `${table}1`, { id: 1 })).toMatchObject({ outcome: 'delivered' })
      proxy.arm({ at: /commit(?!ted)/, when })
      const lost = await deliver(destination, `${table}2`, { id: 2 }, { id: 3 })
      expect(lost).toMatchObject({ outcome: 'unknown', problem: { message: expect.stringContaining('is unknown') } })
      const says = when === 'after' ? 'An earlier try has written these rows.' : '2 rows written.'
      const again = await deliver(destination, `${table}2`, { id: 2 }, { id: 3 })
      expect(again).toMatchObject({ outcome: 'delivered', answer: { body: says } })
      expect((await rowsOf(table)).map(({ id }) => id)).toEqual([1, 2, 3])
    }
    expect(proxy.cuts()).toBe(2)
  })

  it('knows that nothing was taken when the connection is cut before the rows', async () => {
    const proxy = await startCuttingProxy(database.port)
    onTestFinished(() => proxy.close())
    await database.run('create table cut_rows (id int primary key)')
    const destination = await open({ table: 'cut_rows', port: proxy.port })
    expect(await deliver(destination, 'r1', { id: 1 })).toMatchObject({ outcome: 'delivered' })
    proxy.arm({ at: /r-cut/, when: 'before' })
    expect(await deliver(destination, 'r-cut', { id: 2 })).toMatchObject({
      outcome: 'retry',
      problem: { code: 'destination/unreachable' },
    })
    expect(await deliver(destination, 'r-cut', { id: 2 })).toMatchObject({
      outcome: 'delivered',
      answer: { body: '1 row written.' },
    })
  })

  it('delivers at least once, and says so, where the table of keys may not be made', async () => {
    await database.run('drop table if exists datacrane_deliveries', 'create table lone (id int)')
    const account = `guest_${database.name.slice(-8)}`
    await database.run(
      ...(engine === 'postgresql'
        ? [`create role ${account} login password 'guest'`, `grant select, insert on lone to ${account}`]
        : [`create user ${account}@'%' identified by 'guest'`, `grant select, insert on shop.lone to ${account}@'%'`]),
    )
    const destination = await openDestinationOf({ ...database, user: account, password: 'guest' }, { table: 'lone' })
    onTestFinished(() => destination.close?.())
    for (const _ of [1, 2]) {
      const outcome = await deliver(destination, 'g', { id: 1 })
      expect(outcome).toMatchObject({ outcome: 'delivered' })
      expect(outcome).toHaveProperty(
        'answer.body',
        expect.stringMatching(/^1 row written\. A repeated delivery would be written again.*denied/),
      )
    }
    expect(await rowsOf('lone')).toEqual([{ id: 1 }, { id: 1 }])
    if (engine === 'postgresql') await database.run(`drop owned by ${account}`, `drop role ${account}`)
  })

  it('opens no more than four connections, waits in turn, and gives them back', async () => {
    await database.run('create table busy_ (id int)')
    const destination = await open({ table: 'busy_' })
    let most = 0
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        most = Math.max(most, await connectionsTo(database))
        await sleep(5)
      }
    })()
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, id) => deliver(destination, `b${id}`, { id })))
    isOver = true
    await watching
    expect(outcomes.every(({ outcome }) => outcome === 'delivered')).toBe(true)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(4)
    await destination.close?.()
    await eventuallyClosed(database)
    expect(await rowsOf('busy_')).toHaveLength(200)
  })

  it('starts nothing that may not start, and nothing that was withdrawn', async () => {
    await database.run('create table held (id int)')
    const destination = await open({ table: 'held' })
    const may = { ...allowed(), mayStart: () => false }
    expect(await destination.deliver(parcelOf('h', { id: 1 }), may)).toEqual({ outcome: 'withheld' })
    const withdrawn = { ...allowed(), withdrawn: AbortSignal.abort() }
    expect(await destination.deliver(parcelOf('h', { id: 1 }), withdrawn)).toEqual({ outcome: 'withheld' })
    expect(await rowsOf('held')).toEqual([])
  })

  it('is cut off at once', async () => {
    await database.run('create table locked (id int primary key, name varchar(5))', "insert into locked values (1, 'a')")
    const destination = await open({ table: 'locked', keyColumns: ['id'] })
    await deliver(destination, 'l0', { id: 2, name: 'a' })
    const cutting = new AbortController()
    const lock =
      engine === 'postgresql'
        ? 'select pg_sleep(3) from (select 1 from locked where id = 1 for update) as q'
        : 'select sleep(3) from locked where id = 1 for update'
    const locking = database.run('begin', lock, 'rollback')
    await sleep(300)
    const began = Date.now()
    const delivering = destination.deliver(parcelOf('l1', { id: 1, name: 'b' }), { ...allowed(), signal: cutting.signal })
    await sleep(100)
    cutting.abort()
    expect((await delivering).outcome).not.toBe('delivered')
    expect(Date.now() - began).toBeLessThan(2_000)
    await locking
  })
})

describe('a packet that is too large for MySQL', () => {
  it('is said to be so, and a smaller one passes', async () => {
    const database = await openDatabaseOf('mysql')
    onTestFinished(() => database.remove())
    await database.run('create table wide (id int, pad longtext)', 'set global max_allowed_packet = 1048576')
    const destination = await openDestinationOf(database, { table: 'wide' })
    onTestFinished(() => destination.close?.())
    const pad = 'x'.repeat(700_000)
    expect(await deliver(destination, 'w', { id: 1, pad }, { id: 2, pad })).toMatchObject({ outcome: 'too-large' })
    expect(await deliver(destination, 'w1', { id: 1, pad })).toMatchObject({ outcome: 'delivered' })
  })
})
