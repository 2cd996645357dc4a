/** How a delivery to a database fares when something goes wrong on the way: one effect for one key. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'

import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import type { Destination } from '#server/engine/kit/kind.ts'
import { asSuperuser, withDatabase } from '../../kit/ordinary-role.ts'
import { startCuttingProxy } from '../kit/cutting-proxy.ts'
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

describe.each(engines)('a delivery to %s', (engine) => {
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

  // Triggers of MySQL raise errors and cannot drop rows.
  const drops = engine === 'postgresql' ? it : () => {}
  drops('is refused where a trigger dropped a row: all of it is taken back', async () => {
    for (const keyColumns of [[], ['id']]) {
      const table = `dropping_${keyColumns.length}`
      await database.run(
        `create table ${table} (id int primary key, n int)`,
        'create or replace function dropping() returns trigger language plpgsql as $$ begin if new.id % 2 = 0 then return null; end if; return new; end $$',
        `create trigger dropping before insert on ${table} for each row execute function dropping()`,
      )
      const destination = await open({ table, keyColumns })
      expect(await deliver(destination, `${table}1`, { id: 1, n: 1 })).toMatchObject({ outcome: 'delivered' })
      const alone = await deliver(destination, `${table}2`, { id: 2, n: 1 })
      const says = 'PostgreSQL: The row was not written. A trigger or rule of the table dropped it.'
      expect(alone).toMatchObject({ outcome: 'refused', about: 'records', problem: { message: says } })
      const many = await deliver(destination, `${table}3`, { id: 3, n: 1 }, { id: 4, n: 1 }, { id: 5, n: 1 })
      expect(many).toMatchObject({ outcome: 'refused', about: 'records' })
      expect(many).toMatchObject({ problem: { message: expect.stringContaining('1 of 3 rows were not written.') } })
      expect((await rowsOf(table)).map(({ id }) => id)).toEqual([1])
    }
  })

  it('of rows that are nothing but keys and are there already is no missing row', async () => {
    await database.run('create table bare (id int primary key)')
    const destination = await open({ table: 'bare', keyColumns: ['id'] })
    expect(await deliver(destination, 'b1', { id: 1 })).toMatchObject({ outcome: 'delivered' })
    expect(await deliver(destination, 'b2', { id: 1 }, { id: 2 })).toMatchObject({ outcome: 'delivered' })
    expect((await rowsOf('bare')).map(({ id }) => id)).toEqual([1, 2])
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
      expect(lost).toMatchObject({
        outcome: 'unknown',
        problem: { message: expect.stringContaining('. This happened during the commit.') },
      })
      const says = when === 'after' ? 'An earlier attempt already wrote these rows.' : '2 rows written.'
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
    // The owner of a database creates no roles.
    const superuserUrl = withDatabase(inject('postgresSuperuserUrl') ?? '', database.name)
    if (engine === 'postgresql') await asSuperuser(superuserUrl, `create role ${account} login password 'guest'`)
    await database.run(
      ...(engine === 'postgresql'
        ? [`grant select, insert on lone to ${account}`]
        : [
            `create user ${account}@'%' identified by 'guest'`,
            `grant select, insert on ${database.name}.lone to ${account}@'%'`,
          ]),
    )
    const destination = await openDestinationOf({ ...database, user: account, password: 'guest' }, { table: 'lone' })
    onTestFinished(() => destination.close?.())
    for (const _ of [1, 2]) {
      const outcome = await deliver(destination, 'g', { id: 1 })
      expect(outcome).toMatchObject({ outcome: 'delivered' })
      expect(outcome).toHaveProperty(
        'answer.body',
        expect.stringMatching(/^1 row written\. Repeated deliveries are written twice.*denied/),
      )
    }
    expect(await rowsOf('lone')).toEqual([{ id: 1 }, { id: 1 }])
    if (engine === 'postgresql') await asSuperuser(superuserUrl, `drop owned by ${account}; drop role ${account}`)
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
    const [before] = await database.rows('select @@global.max_allowed_packet as packet')
    await database.run('create table wide (id int, pad longtext)', 'set global max_allowed_packet = 1048576')
    onTestFinished(() => database.run(`set global max_allowed_packet = ${before?.['packet']}`))
    const destination = await openDestinationOf(database, { table: 'wide' })
    onTestFinished(() => destination.close?.())
    const pad = 'x'.repeat(700_000)
    expect(await deliver(destination, 'w', { id: 1, pad }, { id: 2, pad })).toMatchObject({ outcome: 'too-large' })
    expect(await deliver(destination, 'w1', { id: 1, pad })).toMatchObject({ outcome: 'delivered' })
  })
})

describe('a table without transactions', () => {
  it('is written row by row, so that no row stays that is sent again', async () => {
    const database = await openDatabaseOf('mysql')
    onTestFinished(() => database.remove())
    await database.run('create table bare (id int primary key, name varchar(3)) engine = MyISAM')
    const destination = await openDestinationOf(database, { table: 'bare' })
    onTestFinished(async () => destination.close?.())
    const rows = () => database.rows('select id from bare order by id')
    expect(await deliver(destination, 'b1', { id: 1, name: 'a' }, { id: 2, name: 'too long' })).toMatchObject({
      outcome: 'too-large',
    })
    expect(await rows()).toEqual([])
    expect(await deliver(destination, 'b2', { id: 1, name: 'a' })).toMatchObject({ outcome: 'delivered' })
    expect(await deliver(destination, 'b3', { id: 2, name: 'too long' })).toMatchObject({ outcome: 'refused', about: 'records' })
    expect((await rows()).map(({ id }) => Number(id))).toEqual([1])
    expect(destination.honoursKeys?.()).toBe(false)
  })
})
