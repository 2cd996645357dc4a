/** A proxy for CONNECT and SOCKS5 that does what it is told, also what no proxy should. It leads every target to one server of the test. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { take } from '#server/outbound/gateway/socks.ts'
import type { GatewayScheme, TenantNetwork } from '#server/outbound/gateway/tenant-network.ts'

export type GatewayMode =
  | 'well'
  /** Refuses the key. */
  | 'refuses the key'
  /** Says that the target cannot be reached. */
  | 'cannot reach'
  | 'is silent'
  | 'ends before it replies'
  | 'ends in the reply'
  | 'sends endless headers'
  | 'speaks nonsense'
  /** Opens the way and cuts it after the first bytes. */
  | 'ends in the middle'

export type TestGateway = {
  readonly port: number
  mode: GatewayMode
  /** `host:port` that it was asked for, in order. */
  readonly asked: string[]
  /** The user name and the key that came, as `name:key`. */
  readonly keys: string[]
  /** The first bytes that went to a target. */
  readonly first: Buffer[]
  /** Connections that came. */
  connections: number
}

const key = 'gate-key'

/**
 * @param to the port of this machine that every target is led to.
 * @param atEnd is told how it is stopped.
 */
export async function startGateway(to: number, atEnd: (stop: () => void) => void): Promise<TestGateway> {
  const open = new Set<Socket>()
  const gateway: TestGateway = { port: 0, mode: 'well', asked: [], keys: [], first: [], connections: 0 }

  function join(client: Socket): void {
    const target = connect(to, '127.0.0.1')
    open.add(target)
    const cut = () => {
      client.destroy()
      target.destroy()
    }
    for (const it of [client, target]) it.on('error', cut).on('close', cut)
    client.once('data', (bytes) => gateway.first.push(bytes))
    if (gateway.mode === 'ends in the middle') target.once('data', (bytes) => client.end(bytes.subarray(0, 20)))
    else target.pipe(client)
    client.pipe(target)
  }

  async function connectHead(client: Socket, begun: Buffer): Promise<void> {
    let head = begun.toString('latin1')
    while (!head.includes('\r\n\r\n')) head += (await take(client, 1)).toString('latin1')
    gateway.asked.push(/^CONNECT (\S+)/.exec(head)?.[1] ?? head)
    const sent = /proxy-authorization: Basic (\S+)/i.exec(head)?.[1] ?? ''
    gateway.keys.push(Buffer.from(sent, 'base64').toString())
    const { mode } = gateway
    if (mode === 'refuses the key') return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    if (mode === 'cannot reach') return void client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 3\r\n\r\nno!')
    if (mode === 'ends in the reply') return void client.end('HTTP/1.1 200 O')
    if (mode === 'speaks nonsense') return void client.end('220 mail.example.com ESMTP\r\n')
    if (mode === 'sends endless headers') {
      client.write('HTTP/1.1 200 OK\r\n')
      const line = `x-pad: ${'a'.repeat(1_000)}\r\n`
      for (let each = 0; each < 1_000 && client.writable; each += 1) client.write(line)
      return
    }
    client.write('HTTP/1.1 200 Connection established\r\nvia: test\r\n\r\n')
    join(client)
  }

  async function socks(client: Socket): Promise<void> {
    const [, count = 0] = [5, ...(await take(client, 1))]
    await take(client, count)
    const { mode } = gateway
    if (mode === 'speaks nonsense') return void client.end('220 mail.example.com ESMTP\r\n')
    if (mode === 'ends in the reply') return void client.end(Buffer.from([5]))
    client.write(Buffer.from([5, 2]))
    const [, nameLength = 0] = await take(client, 2)
    const name = (await take(client, nameLength)).toString()
    const [keyLength = 0] = await take(client, 1)
    gateway.keys.push(`${name}:${(await take(client, keyLength)).toString()}`)
    if (mode === 'refuses the key') return void client.end(Buffer.from([1, 1]))
    client.write(Buffer.from([1, 0]))
    const [, , , kind] = await take(client, 4)
    const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(client, 1))[0] ?? 0)
    const host = await take(client, length)
    const [high = 0, low = 0] = await take(client, 2)
    gateway.asked.push(`${kind === 1 ? host.join('.') : kind === 4 ? host.toString('hex') : host.toString()}:${high * 256 + low}`)
    if (mode === 'cannot reach') return void client.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]))
    // A name as the bound address: its length is the server's to say.
    client.write(Buffer.concat([Buffer.from([5, 0, 0, 3, 200]), Buffer.alloc(202, 97)]))
    join(client)
  }

  async function serve(client: Socket): Promise<void> {
    const begun = await take(client, 1)
    if (gateway.mode === 'is silent') return
    if (gateway.mode === 'ends before it replies') return void client.end()
    await (begun[0] === 5 ? socks(client) : connectHead(client, begun))
  }

  const server = createServer((client) => {
    gateway.connections += 1
    open.add(client)
    client.on('error', () => {})
    serve(client).catch(() => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return Object.assign(gateway, { port: (server.address() as AddressInfo).port })
}

export const gatewayId = '0199aaaa-0000-7000-8000-000000000001'

/** What a company has whose one gateway this is. */
export const networkWith = (
  port: number,
  scheme: GatewayScheme,
  endpoints: TenantNetwork['endpoints'] = [],
  changes: Partial<TenantNetwork['gateways'][number]> = {},
): TenantNetwork => ({
  isOn: true,
  gateways: [
    {
      id: gatewayId,
      name: 'Frankfurt',
      isOn: true,
      scheme,
      host: '127.0.0.1',
      port,
      username: 'u',
      key,
      revision: 1,
      ...changes,
    },
  ],
  endpoints,
})
