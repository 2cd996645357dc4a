/**
 * The way of NATS' own client to its server: a socket that our guard has opened, and no other. What the server sends is bounded, and the client hears of no
 * further servers.
 */
import type { Socket } from 'node:net'
import type { Transport } from '@nats-io/nats-core/internal'
import { OutboundFault } from '#server/outbound/fault.ts'
import { encryptSocket } from '#server/outbound/sockets.ts'
import { NatsFault } from './faults.ts'

/** Bytes that may still come, and why the connection ended: the client gives no reason to those who wait. */
export type Life = { left: number; end: NatsFault | null }

/** A socket to a server, and how the connection over it is protected. */
export type Opening = {
  readonly socket: Socket
  /** The name or address that its certificate is checked for. */
  readonly host: string
  readonly tls: 'disable' | 'require' | 'verify'
  readonly life: Life
}

/** Bytes of the line with which a server greets. */
const greetingMax = 32 * 1024
const lineEnd = Buffer.from('\r\n')

/** Openings by the name under which the client asks for them: it gives the name to its transport, and no name is looked up. */
const openings = new Map<string, Opening>()
let opened = 0

/** Names an opening for as long as it is used. */
export function announce(opening: Opening): { readonly name: string; readonly forget: () => void } {
  opened += 1
  const name = `connection-${opened}.invalid`
  openings.set(name, opening)
  return { name, forget: () => openings.delete(name) }
}

/** The first line of a server, and what came behind it. */
function greetingOf(socket: Socket): Promise<{ readonly line: Buffer; readonly rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let arrived: Buffer = Buffer.alloc(0)
    const leave = () => {
      socket.off('data', take).off('close', lose)
      socket.pause()
    }
    const lose = () => {
      leave()
      reject(new NatsFault('lost', 'The server closed the connection.'))
    }
    function take(chunk: Buffer) {
      arrived = Buffer.concat([arrived, chunk])
      const end = arrived.indexOf(lineEnd)
      if (end < 0 && arrived.length <= greetingMax) return
      leave()
      if (end < 0) return reject(new NatsFault('unreadable', 'This server does not speak NATS.'))
      resolve({ line: arrived.subarray(0, end + 2), rest: arrived.subarray(end + 2) })
    }
    socket.on('data', take).once('close', lose)
  })
}

type Greeting = { readonly tls_required?: boolean; readonly tls_available?: boolean }

function infoIn(line: Buffer): Greeting {
  const text = line.toString('utf8')
  try {
    if (!/^INFO\s/i.test(text)) throw new Error('no INFO')
    return JSON.parse(text.slice(5)) as Greeting
  } catch (cause) {
    throw new NatsFault('unreadable', 'This server does not speak NATS.', '', { cause })
  }
}

/** The same connection, encrypted. */
async function encrypted({ socket, host, tls }: Opening): Promise<Socket> {
  try {
    return await encryptSocket(socket, host, tls === 'verify')
  } catch (thrown) {
    const { message, code = '' } = thrown as NodeJS.ErrnoException
    if (thrown instanceof OutboundFault) throw new NatsFault('lost', 'The server closed the connection during encryption.')
    throw new NatsFault('caller', `The connection can't be encrypted: ${message}.`, code, { cause: thrown })
  }
}

async function protectedSocket(opening: Opening, greeting: Greeting, rest: Buffer): Promise<Socket> {
  const { socket, tls } = opening
  const { tls_required: isRequired = false, tls_available: isAvailable = false } = greeting
  if (tls === 'disable') {
    if (isRequired) throw new NatsFault('caller', 'The server requires encryption. Choose another encryption setting.')
    return socket
  }
  if (!isRequired && !isAvailable)
    throw new NatsFault('caller', 'The server does not offer encryption. Turn it on there, or choose no encryption.')
  // Whoever stands in between could have sent this.
  if (rest.length > 0) throw new NatsFault('unreadable', 'The server sent data before the connection was encrypted.')
  return encrypted(opening)
}

/** Made by the client for each connection. */
export function createTransport(): Transport {
  const arrived: Uint8Array[] = []
  const ending = Promise.withResolvers<Error | undefined>()
  let socket: Socket | null = null
  let life: Life | null = null
  let isConnected = false
  let isDone = false
  let isEncrypted = false
  let closeError: Error | undefined
  let wake = () => {}

  function end(error?: Error): void {
    if (isDone) return
    isDone = true
    closeError = error
    if (life !== null && error instanceof NatsFault) life.end = error
    socket?.destroy()
    wake()
    // The client tries on where it was not connected yet.
    if (isConnected) ending.resolve(error)
  }

  function take(chunk: Buffer, open: Life): void {
    open.left -= chunk.length
    if (open.left < 0) end(new NatsFault('unreadable', 'The server sent more than was requested.'))
    else {
      arrived.push(chunk)
      wake()
    }
  }

  async function* frames(): AsyncIterableIterator<Uint8Array> {
    try {
      while (!isDone || arrived.length > 0) {
        const chunk = arrived.shift()
        if (chunk) yield chunk
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      // The client leaves when it can't read what came.
      end(new NatsFault('unreadable', "The server's data can't be read."))
    }
  }

  return {
    get isClosed() {
      return isDone
    },
    get closeError() {
      return closeError
    },
    lang: 'datacrane',
    version: '1',
    async connect({ hostname }) {
      const opening = openings.get(hostname)
      if (!opening) throw new NatsFault('lost', 'The connection is closed.')
      socket = opening.socket
      life = opening.life
      const { line, rest } = await greetingOf(socket)
      const safe = await protectedSocket(opening, infoIn(line), rest)
      socket = safe
      isEncrypted = safe !== opening.socket
      isConnected = true
      arrived.push(line, ...(rest.length > 0 ? [rest] : []))
      safe.on('data', (chunk: Buffer) => take(chunk, opening.life))
      safe.once('error', (error) => end(new NatsFault('lost', 'The connection was interrupted.', '', { cause: error })))
      safe.once('close', () => end(new NatsFault('lost', 'The connection was interrupted.')))
      safe.resume()
    },
    [Symbol.asyncIterator]: frames,
    isEncrypted: () => isEncrypted,
    send: (frame) => {
      if (!isDone) socket?.write(frame)
    },
    close: async (error) => end(error),
    disconnect: () => end(),
    closed: async () => ending.promise,
    discard: () => {},
  } as Transport
}
