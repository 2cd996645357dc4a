/** A delivery is one message of the stream, once: also when its acknowledgement is lost. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { natsKind } from '#server/engine/kinds/nats/nats-kind.ts'
import type { OutboundOptions } from '#server/outbound/outbound.ts'
import { type NatsServer, startNats } from '../../kit/nats-server.ts'
import { startCuttingProxy } from '../kit/cutting-proxy.ts'
import { earlier, natsConfig, openDestination, parcelOf, permission } from './nats-stage.ts'

let server: NatsServer
beforeAll(async () => {
  server = await startNats()
})
afterAll(() => server.stop())

describe('a delivery', () => {
  it('is one message with its key, under a subject with values of the record', async () => {
    await server.stream('D1')
    const destination = await openDestination(natsConfig(server, 'D1', { subject: 'D1.{address.country}.new' }))
    expect(destination.endpoint).toBe(`PUBLISH nats://127.0.0.1:${server.port}/D1 D1.{address.country}.new`)
    const parcel = parcelOf('dc-1-1', { id: 1, address: { country: 'DE' } })
    expect(await destination.deliver(parcel, permission)).toMatchObject({
      ...{ outcome: 'delivered', remoteIds: ['1'], answer: { body: 'Stored as sequence 1 of D1.' } },
    })
    expect(await destination.deliver(parcel, permission)).toMatchObject({
      answer: { body: 'An earlier attempt had already stored this message as sequence 1 of D1.' },
    })
    const [message, ...more] = await server.messages('D1')
    expect(message).toMatchObject({ subject: 'D1.DE.new', data: parcel.body })
    expect(message?.headers).toContain('Nats-Msg-Id: dc-1-1')
    expect(more).toEqual([])
  })

  it.each([
    ['a wildcard', '>', 'contains a space, a dot, * or >'],
    ['a further part', 'eu.de', 'contains a space, a dot, * or >'],
    ['a line break', 'a\r\nPUB x 0', 'contains a space, a dot, * or >'],
    ['nothing', '', 'is empty'],
    ['a list', [1], "isn't text, a number or true/false"],
  ])('has no subject where a value is %s', async (_, value, why) => {
    const destination = await openDestination(natsConfig(server, 'NONE', { subject: 'D2.{part}' }))
    expect(await destination.deliver(parcelOf('dc-2-1', { part: value }), permission)).toMatchObject({
      outcome: 'refused',
      about: 'delivery',
      problem: { code: 'record/no-address', message: expect.stringContaining(`the value of "part" ${why}`) },
    })
  })

  it('is refused where its stream, its size or its subject is not taken', async () => {
    await server.stream('D3', { max_msg_size: 200 })
    await server.stream('D4')
    const to = async (stream: string, subject: string) => openDestination(natsConfig(server, stream, { subject }))
    const small = parcelOf('dc-3-1', { id: 1 })
    expect(await (await to('D3', 'D3.a')).deliver(parcelOf('dc-3-2', { text: 'x'.repeat(300) }), permission)).toMatchObject({
      ...{ outcome: 'refused', about: 'delivery' },
    })
    expect(await (await to('D3', 'D3.a')).deliver(parcelOf('dc-3-3', { text: 'x'.repeat(1_100_000) }), permission)).toMatchObject(
      {
        ...{
          outcome: 'refused',
          about: 'delivery',
          problem: { message: expect.stringContaining('The server accepts messages of up to 1,048,576 bytes') },
        },
      },
    )
    // The subject belongs to another stream, whose owner did not ask for it.
    expect(await (await to('D3', 'D4.a')).deliver(small, permission)).toMatchObject({ outcome: 'refused', about: 'caller' })
    // No stream has the subject now; it may have soon.
    expect(await (await to('D3', 'elsewhere.a')).deliver(small, permission)).toMatchObject({ outcome: 'retry' })
    expect(await (await to('GONE', 'GONE.a')).deliver(small, permission)).toMatchObject({ outcome: 'refused', about: 'caller' })
    expect([await server.messages('D3'), await server.messages('D4')]).toEqual([[], []])
  })
})

describe('a lost acknowledgement', () => {
  it('is followed by a repeat under the same key, which the stream knows', async () => {
    await server.stream('L1')
    const proxy = await startCuttingProxy(server.port)
    onTestFinished(() => proxy.close())
    const destination = await openDestination(natsConfig(proxy, 'L1', { subject: 'L1.a' }))
    await destination.deliver(parcelOf('dc-1-0', { id: 0 }), permission)
    expect(destination.isIdempotent?.()).toBe(true)
    proxy.arm({ at: /dc-1-1/, when: 'after' })
    const parcel = parcelOf('dc-1-1', { id: 1 })
    expect(await destination.deliver(parcel, permission)).toMatchObject({
      ...{ outcome: 'unknown', problem: { code: 'destination/response-lost' } },
    })
    expect(await destination.deliver(parcel, permission, earlier({ isInDoubt: true }))).toMatchObject({
      answer: { body: 'An earlier attempt had already stored this message as sequence 2 of L1.' },
    })
    expect((await server.messages('L1')).map(({ data }) => data)).toEqual(['{"id":0}', '{"id":1}'])
  })

  it.each([{ isInDoubt: true }, { isCutOff: true }])('is not repeated after the duplicate window: %o', async (what) => {
    const name = `W${Object.keys(what).join('')}`
    await server.stream(name)
    const destination = await openDestination(natsConfig(server, name, { subject: `${name}.a` }))
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    expect(await destination.deliver(parcelOf('dc-9-1', { id: 1 }, minutesAgo(3)), permission, earlier(what))).toMatchObject({
      outcome: 'unknown',
      isAnswered: true,
      problem: { code: 'destination/outcome-unknown', message: expect.stringContaining('recognizes repeats for 2 minutes only') },
    })
    expect(await server.messages(name)).toEqual([])
    // Within it, and what was never sent.
    const late = { outcome: 'delivered' }
    expect(await destination.deliver(parcelOf('dc-9-2', { id: 2 }, minutesAgo(1)), permission, earlier(what))).toMatchObject(late)
    expect(await destination.deliver(parcelOf('dc-9-3', { id: 3 }, minutesAgo(9)), permission)).toMatchObject(late)
    expect(await server.messages(name)).toHaveLength(2)
  })
})

describe('encryption', () => {
  let folder = ''
  let secure: NatsServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'datacrane-nats-tls-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
      ...['-subj', '/CN=nats.test', '-addext', 'subjectAltName=DNS:nats.test', '-days', '2'],
    ])
    // Clients that ask in plain text are let in as well, so that the tests can look.
    secure = await startNats(`tls { cert_file: "${cert}", key_file: "${key}", timeout: 5 }\nallow_non_tls: true`)
    await secure.stream('T')
  })
  afterAll(async () => {
    await secure.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is asked for where it is set, and its certificate is checked where that is set', async () => {
    const outbound = {
      egressAllow: ['127.0.0.0/8'],
      lookup: ((_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])) satisfies OutboundOptions['lookup'],
    }
    const to = (tls: 'verify' | 'require') =>
      openDestination(natsConfig(secure, 'T', { host: 'nats.test', tls, subject: 'T.a' }), { outbound })
    expect(await (await to('require')).deliver(parcelOf('dc-1-1', { id: 1 }), permission)).toMatchObject({ outcome: 'delivered' })
    const checked = await (await to('verify')).deliver(parcelOf('dc-1-2', { id: 2 }), permission)
    expect(checked).toMatchObject({ outcome: 'refused', about: 'caller' })
    expect(checked).toMatchObject({
      problem: { message: expect.stringContaining("The connection can't be encrypted: self-signed") },
    })
    const plain = await openDestination(natsConfig(server, 'T', { tls: 'require', subject: 'T.a' }))
    expect(await plain.deliver(parcelOf('dc-1-3', { id: 3 }), permission)).toMatchObject({
      problem: { message: expect.stringContaining('The server does not offer encryption.') },
    })
    expect(await secure.messages('T')).toHaveLength(1)
  })
})

it.each([
  [{ subject: 'orders.*' }, '/natsConfig/subject'],
  [{ subject: 'orders..eu' }, '/natsConfig/subject'],
  [{ subject: '$JS.API.STREAM.DELETE.{id}' }, '/natsConfig/subject'],
  [{ subject: '{id}.orders' }, '/natsConfig/subject'],
  [{ subject: undefined }, '/natsConfig/subject'],
  [{ stream: 'a.b' }, '/natsConfig/stream'],
  [{ host: 'a b' }, '/natsConfig/host'],
  [{ port: 25 }, '/natsConfig/port'],
])('is refused before it is sent: %o', (changes, path) => {
  const nats = { ...natsConfig({ port: 4_222 }, 'ORDERS', { subject: 'orders.{country}' }), ...changes }
  const given = Object.fromEntries(Object.entries(nats).filter(([, value]) => value !== undefined)) as typeof nats
  expect(natsKind.checkDestination({ type: 'nats', natsConfig: given as never }).map((it) => it.path)).toContain(path)
})
