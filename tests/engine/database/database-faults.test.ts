/** What a database does instead of answering: each is told with its own words, and only what passes by itself is tried again. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { openSocket } from '#server/outbound/sockets.ts'
import { freePort } from '../../kit/free-port.ts'
import {
  connectionsTo,
  deliver,
  engines,
  eventuallyClosed,
  openDatabaseOf,
  openDestinationOf,
  openSourceOf,
  type Reached,
  readAll,
  type TestDatabase,
} from './database-stage.ts'

/** Why the first page cannot be read. */
async function faultOf(it: Reached, changes: Partial<DatabaseConfig>, outbound?: Outbound): Promise<SourceFault> {
  const source = await openSourceOf(it, changes, outbound)
  const thrown = await source.read(source.start(null), new AbortController().signal).then(
    () => null,
    (fault: unknown) => fault,
  )
  if (!(thrown instanceof SourceFault)) throw new Error(`it ${thrown === null ? 'was read' : `threw ${thrown}`}`)
  return thrown
}

describe.each(engines)('%s', (engine) => {
  let database: TestDatabase
  const name = engine === 'postgresql' ? 'PostgreSQL' : 'MySQL'
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    await database.run('create table t (id int primary key, name varchar(20))', "insert into t values (1, 'a')")
  })
  afterAll(async () => {
    await eventuallyClosed(database)
    await database.remove()
  })

  it.each([
    ['a table that is not there', { table: 'nowhere' }, /nowhere/],
    ['a query with an error', { query: 'select frm t' }, /frm|t/],
    ['a column that is not there', { query: 'select colour from t' }, /colour/],
    ['a cursor that is not there', { table: 't', cursorColumn: 'colour' }, /no column colour/],
    ['a look-back from texts', { table: 't', cursorColumn: 'name', lookBack: 5 }, /contains text/],
    ['two columns of one name', { query: 'select id, name as id from t' }, /id/i],
    ['a database that is not there', { table: 't', database: 'nowhere' }, /nowhere/],
    [
      'a server without TLS',
      { table: 't', tls: 'verify' as const, host: engine === 'mysql' ? 'localhost' : '127.0.0.1' },
      /SSL|secure/,
    ],
  ])('says what is wrong with %s, and is not asked again', async (_, changes, words) => {
    const loopback = createOutbound({ egressAllow: ['127.0.0.0/8', '::1/128'] })
    const fault = await faultOf(database, changes, loopback)
    expect(fault.problem.message).toMatch(words)
    expect(fault).toMatchObject({ retry: false, problem: { code: 'source/refused' } })
  })

  it('says who was refused, without the password', async () => {
    const secret = 'hunter-22'
    const fault = await faultOf({ ...database, user: secret, password: secret }, { table: 't' })
    expect(fault).toMatchObject({ retry: false, problem: { code: 'source/refused' } })
    expect(JSON.stringify(fault.problem)).not.toContain(secret)
    expect(fault.problem.message).toMatch(new RegExp(`^${name}: .*••••`))
    const destination = await openDestinationOf({ ...database, user: secret, password: secret }, { table: 't' })
    const outcome = await deliver(destination, 'k', { id: 1 })
    expect(outcome).toMatchObject({ outcome: 'refused', about: 'caller' })
    expect(JSON.stringify(outcome)).not.toContain(secret)
  })

  it('is asked again when nobody listens', async () => {
    const port = await freePort()
    const fault = await faultOf(database, { table: 't', port })
    expect(fault).toMatchObject({ retry: true, problem: { code: 'source/unreachable' } })
    expect(fault.problem.message).toBe(`${name}: The database can't be reached. (ECONNREFUSED)`)
    const destination = await openDestinationOf(database, { table: 't', port })
    expect(await deliver(destination, 'k', { id: 1 })).toMatchObject({
      outcome: 'retry',
      problem: { code: 'destination/unreachable' },
    })
  })

  it('goes on after a connection that broke between two pages', async () => {
    await database.run('create table broken (id int primary key, pad text)')
    const rows = Array.from({ length: 3_500 }, (_, at) => `(${at + 1})`).join(', ')
    // More than what is on its way could hold.
    await database.run(`insert into broken (id) values ${rows}`, "update broken set pad = repeat('x', 8000)")
    const source = await openSourceOf(database, { table: 'broken' })
    const signal = new AbortController().signal
    const first = await source.read(source.start(null), signal)
    if (engine === 'postgresql') {
      await database.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'datacrane'",
      )
    } else {
      const running = "select id from information_schema.processlist where user = 'crane' and id <> connection_id()"
      for (const { id } of await database.rows(running)) await database.run(`kill ${id}`)
    }
    await eventuallyClosed(database)
    const next = first.next ?? {}
    const thrown = await readAll(source, next).catch((fault: unknown) => fault)
    // What had come before the break is still handed out; then it is told, and the next try goes on where the last page ended.
    expect(thrown).toBeInstanceOf(SourceFault)
    expect(thrown).toMatchObject({ retry: true })
    const rest = await readAll(source, next)
    const ids = [...first.records, ...rest.records].map((it) => Number((it as { id: number }).id))
    expect(ids).toEqual(Array.from({ length: 3_500 }, (_, at) => at + 1))
  })

  it('is left at once when the run is stopped', async () => {
    const slow = engine === 'postgresql' ? 'select pg_sleep(20)::text as s' : 'select sleep(20) as s'
    const source = await openSourceOf(database, { query: slow })
    const stopping = new AbortController()
    const reading = source.read(source.start(null), stopping.signal).catch((fault: unknown) => fault)
    await expect.poll(() => connectionsTo(database)).toBe(1)
    const began = Date.now()
    stopping.abort()
    expect(await reading).toBeInstanceOf(SourceFault)
    expect(Date.now() - began).toBeLessThan(1_000)
    if (engine === 'mysql') {
      const left = "select id from information_schema.processlist where user = 'crane' and id <> connection_id()"
      // One that ended between the two statements has no thread to end.
      for (const { id } of await database.rows(left))
        await database.run(`kill ${id}`).catch((fault: { code?: string }) => {
          if (fault.code !== 'ER_NO_SUCH_THREAD') throw fault
        })
    } else
      await database.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()",
      )
  })

  it('is only read by a source', async () => {
    await database.run(
      'create table written (id int)',
      engine === 'postgresql'
        ? 'create function writing() returns int language sql as $$ insert into written values (1) returning id $$'
        : 'create function writing() returns int modifies sql data begin insert into written values (1); return 1; end',
    )
    const fault = await faultOf(database, { query: 'select writing() as id' })
    expect(fault.problem.message).toMatch(/read.only/i)
    if (engine === 'postgresql') {
      const changing = await faultOf(database, {
        query: 'with it as (insert into written values (2) returning id) select id from it',
      })
      expect(changing.problem.message).toMatch(/data-modifying|read.only/)
    }
    expect(await database.rows('select * from written')).toEqual([])
  })
})

describe('the plain way out', () => {
  const open = new Set<Socket>()
  let accepted = 0
  let port = 0
  const listener = createServer((socket) => {
    accepted += 1
    open.add(socket)
    socket.on('error', () => {})
  })
  beforeAll(async () => {
    listener.listen(0, '::')
    await once(listener, 'listening')
    const address = listener.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => {
    for (const socket of open) socket.destroy()
    listener.close()
  })

  const hosts =
    `127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 0.0.0.0 [::1] ::1 :: ::ffff:127.0.0.1 [::ffff:7f00:1] localhost LOCALHOST
    127.0.0.1. mixed.test private.test metadata.test`.split(/\s+/)

  const answers: Record<string, string[]> = {
    'mixed.test': ['8.8.8.8', '127.0.0.1'],
    'private.test': ['127.0.0.1'],
    'metadata.test': ['169.254.169.254'],
  }
  const guarded = () =>
    createOutbound({
      lookup: (hostname, _, callback) => {
        const found = answers[hostname] ?? ['127.0.0.1']
        callback(
          null,
          found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      },
    })

  it.each(hosts)('makes no connection to %s', async (host) => {
    const outbound = guarded()
    const before = accepted
    await expect(outbound.place({ host, port })).rejects.toMatchObject({ name: 'OutboundFault', kind: 'forbidden' })
    expect(accepted).toBe(before)
  })

  it.each(engines)('makes none for %s either, whatever the environment says, and the run is told why', async (engine) => {
    const environment = { PGHOST: '127.0.0.1', PGPORT: String(port), PGPASSWORD: 'x', PGSERVICE: 'x', DATABASE_URL: 'x' }
    Object.assign(process.env, environment)
    onTestFinished(() => {
      for (const name of Object.keys(environment)) delete process.env[name]
    })
    const database = { engine, port, name: 'shop', user: 'a', password: '' }
    const before = accepted
    for (const host of hosts) {
      const fault = await faultOf(database, { host, table: 't' }, guarded())
      expect(fault).toMatchObject({ retry: false, problem: { code: 'egress/refused' } })
      const destination = await openDestinationOf(database, { host, table: 't' }, guarded())
      expect(await deliver(destination, 'k', { id: 1 })).toMatchObject({
        outcome: 'refused',
        about: 'caller',
        problem: { code: 'egress/refused' },
      })
    }
    expect(accepted).toBe(before)
  })

  it.each([0, 22, 25, 53, 389, 1_023, 65_536, 1.5, Number.NaN])('opens no port %d', async (low) => {
    const outbound = createOutbound({ egressAllow: ['0.0.0.0/0'] })
    await expect(outbound.place({ host: '127.0.0.1', port: low })).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('leads a driver nowhere else once it stands', async () => {
    const outbound = createOutbound({ egressAllow: ['127.0.0.1/32'] })
    const socket = await openSocket(await outbound.place({ host: '127.0.0.1', port }))
    const before = socket.remotePort
    const told = once(socket, 'connect')
    socket.connect(1, '10.0.0.1')
    await told
    expect([socket.remotePort, socket.remoteAddress]).toEqual([before, '127.0.0.1'])
    socket.destroy()
  })

  it('gives up on a server that says nothing', async () => {
    const outbound = createOutbound({ egressAllow: ['127.0.0.1/32'] })
    const database = { engine: 'mysql', port, name: 'shop', user: 'a', password: 'b' } as const
    const source = await openSourceOf(database, { table: 't' }, outbound)
    const stopping = new AbortController()
    const reading = source.read(source.start(null), stopping.signal)
    await expect(reading).rejects.toMatchObject({ retry: true, problem: { code: 'source/timeout' } })
  }, 30_000)
})
