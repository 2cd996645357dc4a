/** A stream is read by its sequence, whole and without a trace; what is missing of it is said. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { nkeys } from '@nats-io/nats-core/internal'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { Unreadable } from '#server/engine/kit/kind.ts'
import { type NatsServer, startNats } from '../../kit/nats-server.ts'
import { all, idsOf, problemOf, recordsOf, signal, upTo } from '../azure/azure-scene.ts'
import { natsConfig, openSource, startAt } from './nats-stage.ts'

let server: NatsServer
let streams = 0

beforeAll(async () => {
  server = await startNats()
})
afterAll(() => server.stop())

/** A stream with so many messages under `name.eu`. */
async function streamOf(count: number, config = {}) {
  streams += 1
  const name = `S${streams}`
  await server.stream(name, config)
  await server.publish(`${name}.eu`, ...upTo(count).map((id) => JSON.stringify({ id })))
  return name
}

const infoOf = (name: string) =>
  server.api(`STREAM.INFO.${name}`) as Promise<{ state: { consumer_count: number; messages: number } }>

describe('a stream', () => {
  it('is read in pages to what was its end, and then from there on, without a trace', async () => {
    const name = await streamOf(1_500)
    const source = await openSource(natsConfig(server, name))
    const first = await source.read(source.start(null), signal)
    await server.publish(`${name}.eu`, '{"id":1501}')
    const rest = await all(source, JSON.parse(JSON.stringify(first.next)))
    expect(idsOf([first, ...rest])).toEqual(upTo(1_500))
    expect(first.startpoint).toBe(`nats://127.0.0.1:${server.port}/${name}: sequences 1 to 1000`)
    const { resume } = rest.at(-1) ?? {}
    await source.close?.()
    expect((await infoOf(name)).state).toMatchObject({ consumer_count: 0, messages: 1_501 })

    const next = await openSource(natsConfig(server, name))
    const page = await next.read(next.start(resume ?? null), signal)
    expect([idsOf([page]), page.next]).toEqual([[1501], null])
    const nothing = await next.read(next.start(page.resume ?? null), signal)
    expect([nothing.records, nothing.next, nothing.note]).toEqual([[], null, undefined])
  })

  it('gives only the messages of a subject, with where they came from', async () => {
    const name = await streamOf(2)
    await server.publish(`${name}.us.east`, '{"id":3}')
    await server.publish(`${name}.eu`, '{"id":4}')
    const source = await openSource(natsConfig(server, name, { subject: `${name}.us.>`, withMessage: true }))
    const [page] = await all(source)
    expect(page?.records).toEqual([
      { id: 3, $message: { subject: `${name}.us.east`, sequence: 3, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } },
    ])
    // What follows and does not match is not looked at again.
    expect(page?.resume).toMatchObject({ next: 5 })
  })

  it('goes on within a page where only a part of it was kept', async () => {
    const name = await streamOf(5)
    const source = await openSource(natsConfig(server, name))
    const page = await source.read(source.start(null), signal)
    const place = page.after?.(3)
    expect(idsOf([await source.read(place ?? {}, signal)])).toEqual([4, 5])
  })

  it('fails messages that hold no record by their subject and sequence, and reads the others', async () => {
    const name = await streamOf(1)
    await server.publish(`${name}.bad`, 'not json', '', '{"id":2')
    await server.publish(`${name}.eu`, '{"id":5}')
    const records = recordsOf(await all(await openSource(natsConfig(server, name))))
    expect(records.map((it) => (it instanceof Unreadable ? it.key : it))).toEqual([
      { id: 1 },
      `${name}.bad:2`,
      `${name}.bad:3`,
      `${name}.bad:4`,
      { id: 5 },
    ])
    const bad = records[1] as Unreadable
    expect(bad.problem.message).toMatch(new RegExp(`^The message 2 with the subject ${name}.bad can't be read. `))
    expect((records[2] as Unreadable).problem.message).toContain('It is empty.')
  })

  it('begins with the next new message where that is set', async () => {
    const name = await streamOf(3)
    const nats = natsConfig(server, name, { start: 'new' })
    const source = await openSource(nats)
    const page = await source.read(source.start(null), signal)
    expect([page.records, page.note]).toEqual([[], 'Reading starts after sequence 3.'])
    await server.publish(`${name}.eu`, '{"id":4}')
    expect(idsOf(await all(source, source.start(page.resume ?? null)))).toEqual([4])
    // A person who wants all of it gets all of it.
    const start = await startAt(nats, null)
    expect(start?.count).toBe(4)
    expect(idsOf(await all(source, source.start(start?.place ?? null)))).toEqual([1, 2, 3, 4])
  })

  it('begins at a sequence that a person sets, if there is one', async () => {
    const name = await streamOf(4)
    const start = await startAt(natsConfig(server, name), '3')
    expect(start).toMatchObject({ place: { next: 3 }, count: 2 })
    await expect(startAt(natsConfig(server, name), '6')).rejects.toThrow('The stream ends with sequence 4.')
    await expect(startAt(natsConfig(server, name), '0')).rejects.toThrow('Enter a sequence number from 1.')
  })
})

describe('what is missing is said', () => {
  it('of messages that were purged before they were read', async () => {
    const name = await streamOf(4)
    const source = await openSource(natsConfig(server, name))
    const [page] = await all(source)
    await server.publish(`${name}.eu`, '{"id":5}', '{"id":6}', '{"id":7}')
    await server.api(`STREAM.PURGE.${name}`, { seq: 7 })
    const next = await source.read(source.start(page?.resume ?? null), signal)
    expect(idsOf([next])).toEqual([7])
    expect(next.note).toBe(`Sequences 5 to 6 were deleted from the stream ${name} before we read them.`)
  })

  it('of a stream that was made anew, and it is not read', async () => {
    const name = await streamOf(4)
    const source = await openSource(natsConfig(server, name))
    const [page] = await all(source)
    await server.api(`STREAM.DELETE.${name}`)
    await server.stream(name)
    await server.publish(`${name}.eu`, ...upTo(9).map((id) => JSON.stringify({ id })))
    const found = await problemOf(source.read(source.start(page?.resume ?? null), signal))
    expect(found).toMatchObject({ code: 'source/cannot-continue', retry: false })
    expect(found).toMatchObject({
      message: expect.stringContaining(`The stream ${name} is not the one that earlier runs read up to sequence 4.`),
    })
  })

  it('of a stream that is not there, and of one that forgets what its consumers have', async () => {
    const source = await openSource(natsConfig(server, 'NONE'))
    expect(await problemOf(source.read(source.start(null), signal))).toMatchObject({
      ...{ code: 'source/refused', retry: false, message: 'NATS: stream not found. (10059)' },
    })
    const name = await streamOf(1, { retention: 'workqueue' })
    const other = await openSource(natsConfig(server, name))
    expect(await problemOf(other.read(other.start(null), signal))).toMatchObject({
      message: expect.stringContaining('(workqueue retention). Use a stream with limits retention'),
    })
  })
})

it('goes on where it was when the server is killed between two pages', async () => {
  const own = await startNats()
  onTestFinished(() => own.stop())
  await own.stream('K')
  await own.publish('K.a', ...upTo(1_200).map((id) => JSON.stringify({ id })))
  const source = await openSource(natsConfig(own, 'K'))
  const first = await source.read(source.start(null), signal)
  await own.kill()
  const place = JSON.parse(JSON.stringify(first.next))
  expect(await problemOf(source.read(place, signal))).toMatchObject({ code: 'source/unreachable', retry: true })
  await own.start()
  expect(idsOf([first, ...(await all(source, place))])).toEqual(upTo(1_200))
})

describe('an account', () => {
  const user = nkeys.createUser()
  const key = user.getPublicKey()
  const seed = new TextDecoder().decode(user.getSeed())
  const secret = 'a password of the tests'
  let guarded: NatsServer
  beforeAll(async () => {
    const users = `{ user: crane, password: "${secret}" }, { nkey: ${key} }, { user: blind, password: "${secret}", permissions: { publish: ["_INBOX.>"] } }`
    guarded = await startNats(`authorization { users: [${users}] }`, { user: 'crane', pass: secret })
    await guarded.stream('A')
    await guarded.publish('A.a', '{"id":1}')
  })
  afterAll(() => guarded.stop())

  it.each([
    ['a password', { type: 'basic', username: 'crane', password: secret } as const, secret],
    ['an NKey', { type: 'nkey', seed } as const, seed],
    [
      'the text of a file in one line',
      { type: 'nkey', seed } as const,
      `-----BEGIN USER NKEY SEED-----${seed}------END USER NKEY SEED------`,
    ],
  ])('signs in with %s', async (_, auth, given) => {
    const source = await openSource(natsConfig(guarded, 'A'), { auth, secret: given })
    expect(idsOf(await all(source))).toEqual([1])
  })

  it('that is refused ends the run and says so without its secret', async () => {
    for (const [auth, given, message] of [
      [{ type: 'basic', username: 'crane', password: 'x' } as const, 'wrong', 'NATS: The server refused the account.'],
      [{ type: 'none' } as const, '', 'NATS: The server refused the account.'],
      [{ type: 'nkey', seed: 'x' } as const, 'SUnope', expect.stringContaining('The key is not a user seed')],
      [{ type: 'basic', username: 'blind', password: 'x' } as const, secret, expect.stringContaining('Permissions Violation')],
    ] as const) {
      const source = await openSource(natsConfig(guarded, 'A'), { auth, secret: given })
      expect(await problemOf(source.read(source.start(null), signal))).toMatchObject({
        code: 'source/refused',
        retry: false,
        message,
      })
    }
  })
})

/** The port of a server that is none. */
async function listening(meet: (socket: Socket) => void): Promise<number> {
  const fake = createServer((socket) => {
    socket.on('error', () => {})
    meet(socket)
  })
  fake.listen(0, '127.0.0.1')
  await once(fake, 'listening')
  onTestFinished(() => void fake.close())
  return (fake.address() as AddressInfo).port
}

describe('the way to a server', () => {
  it('leads nowhere that the guard forbids, and no server that a cluster names is asked', async () => {
    const source = await openSource(natsConfig(server, 'A'), { outbound: { egressAllow: [] } })
    expect(await problemOf(source.read(source.start(null), signal))).toMatchObject({ code: 'egress/refused' })
    let asked = 0
    const named = await listening(() => {
      asked += 1
    })
    const port = await listening((socket) => {
      socket.write(`INFO {"version":"2.9.10","max_payload":1048576,"headers":true,"connect_urls":["127.0.0.1:${named}"]}\r\n`)
      socket.once('data', () => socket.destroy())
    })
    const led = await openSource(natsConfig({ port }, 'A'))
    expect(await problemOf(led.read(led.start(null), signal))).toMatchObject({ code: 'source/unreachable', retry: true })
    expect(asked).toBe(0)
  })

  it.each([
    ['is no NATS', 'HTTP/1.1 400 Bad Request\r\n', 'This server does not speak NATS.'],
    ['greets without end', `INFO ${'x'.repeat(100_000)}`, 'This server does not speak NATS.'],
    [
      'sends what is no message',
      `INFO {"version":"2.9.10","headers":true}\r\nPONG\r\nMSG a 1 90000000\r\n`,
      "The server's data can't be read.",
    ],
  ])('ends where a server %s', async (_, greeting, message) => {
    const port = await listening((socket) => {
      socket.write(greeting)
      const more = () => {
        while (socket.writable && socket.write(Buffer.alloc(262_144, 'x')));
      }
      if (!greeting.includes('MSG')) return
      socket.on('drain', more)
      more()
    })
    const source = await openSource(natsConfig({ port }, 'A'))
    expect(await problemOf(source.read(source.start(null), signal))).toMatchObject({
      ...{ code: 'source/unreadable', message: `NATS: ${message}` },
    })
  })
})
