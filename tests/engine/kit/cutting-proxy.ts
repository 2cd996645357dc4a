/** A proxy before a database that cuts connections on command: before or after the other side has seen a certain text. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cut = {
  /** Looked for in what the client sends. */
  readonly at: RegExp
  /** `before`: the server never sees it. `after`: it does, and its answer is lost. */
  readonly when: 'before' | 'after'
}

export type CuttingProxy = {
  readonly port: number
  /** How often it has cut. */
  readonly cuts: () => number
  /** The next time the text comes, it is cut; once. */
  readonly arm: (cut: Cut) => void
  readonly close: () => Promise<void>
}

export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  let armed: Cut | null = null
  let cuts = 0
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let isCut = false
    client.on('data', (bytes) => {
      const cut = armed
      if (!cut?.at.test(bytes.toString('latin1'))) return void upstream.write(bytes)
      armed = null
      cuts += 1
      isCut = true
      if (cut.when === 'before') return void client.destroy()
      // Whatever the server answers is proof that it has seen the text; then the client is told nothing.
      upstream.once('data', () => client.destroy())
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (!isCut) client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    arm: (cut) => {
      armed = cut
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
