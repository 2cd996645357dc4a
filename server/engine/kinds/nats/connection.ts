/** A connection to a NATS server, in the few words that a stream needs: requests of JetStream, messages that are stored, and messages that are read. */
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/nats-core/internal'
import type { Auth, DestinationConfig, NatsConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { plainHost } from '#contract/connectors/config/database.ts'
import { natsAddress, natsOrigin, natsPort } from '#contract/connectors/config/streams/nats.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { openSocket } from '#server/outbound/sockets.ts'
import type { Masked, Tools } from '../../kit/kind.ts'
import { createMask } from '../http/masking/masking.ts'
import { NatsFault } from './faults.ts'
import { announce, createTransport, type Life } from './transport.ts'

/** Milliseconds in which the server must have let us in, and in which it must answer. */
const entryLimit = 15_000
const answerLimit = 10_000
/** Bytes that may come without a page being asked for: answers of JetStream. */
const answerBytes = 4 * 1024 * 1024

/** Where a side is, and with what it signs in. */
export type NatsSide = {
  readonly host: string
  readonly port: number
  readonly tls: NonNullable<NatsConfig['tls']>
  readonly stream: string
  /** E.g. `nats://nats.example.com:4222`. */
  readonly address: string
  readonly auth: Auth
  readonly secret: string
  readonly masked: Masked
}

/** Reads the secret of a side that was checked. Throws what `readSecret` throws. */
export async function sideOf(
  { natsConfig, auth = { type: 'none' } }: SourceConfig | DestinationConfig,
  tools: Tools,
): Promise<NatsSide> {
  if (!natsConfig) throw new TypeError('natsConfig was not checked')
  const kept =
    auth.type === 'basic' ? auth.password : auth.type === 'bearer' ? auth.token : auth.type === 'nkey' ? auth.seed : null
  const secret = kept === null ? '' : await tools.readSecret(kept, natsOrigin(natsConfig))
  const parts = auth.type === 'nkey' ? Object.values(credentialsIn(secret)) : []
  const mask = createMask(...[secret, ...parts].filter((it): it is string => it !== null && it !== ''))
  return {
    host: (plainHost(natsConfig.host) ?? '').replace(/^\[|\]$/g, ''),
    port: natsPort(natsConfig),
    tls: natsConfig.tls ?? 'verify',
    stream: natsConfig.stream,
    address: natsAddress(natsConfig),
    ...{ auth, secret, masked: mask.masked },
  }
}

const seedForm = /\bSU[A-Z2-7]{56}\b/
/** Its signature has 64 bytes: in a file whose lines were joined, the end of its section follows without a blank. */
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]{86}/

/** The seed and the token in the text of a credentials file, also where its lines were joined; a seed alone has no token. */
export function credentialsIn(text: string): { readonly seed: string | null; readonly token: string | null } {
  const at = text.indexOf('eyJ')
  return {
    seed: seedForm.exec(text)?.[0] ?? null,
    token: at < 0 ? null : (tokenForm.exec(text.slice(at))?.[0] ?? null),
  }
}

type Core = typeof import('@nats-io/nats-core/internal')

/** How a side proves who it is. A file of credentials holds a token beside the seed. */
function authenticatorOf({ auth, secret }: NatsSide, core: Core) {
  if (auth.type === 'basic') return core.usernamePasswordAuthenticator(auth.username, secret)
  if (auth.type === 'bearer') return core.tokenAuthenticator(secret)
  if (auth.type !== 'nkey') return undefined
  const { seed, token } = credentialsIn(secret)
  if (seed === null)
    throw new NatsFault('caller', 'The key is not a user seed (SU…) and not the text of a credentials file. Enter it again.')
  const bytes = new TextEncoder().encode(seed)
  return token === null ? core.nkeyAuthenticator(bytes) : core.jwtAuthenticator(token, bytes)
}

/** What a stream answers to a message that it stored. */
export type Stored = { readonly seq: number; readonly duplicate: boolean }

export type Pulled = {
  readonly messages: readonly Msg[]
  /** Set where the next message is larger than what was asked for. */
  readonly isNextTooLarge: boolean
}

export type Connection = {
  /** Bytes of a message, headers included. */
  readonly payloadMax: number
  /** One request of JetStream, e.g. `STREAM.INFO.orders`. Throws `NatsFault`. */
  readonly ask: (what: string, body?: unknown) => Promise<unknown>
  /** Stores a message. Throws `NatsFault`. */
  readonly store: (subject: string, body: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<Stored>
  /** The next messages of a consumer. Throws `NatsFault`. */
  readonly pull: (consumer: string, count: number, bytes: number) => Promise<Pulled>
  readonly isLost: () => boolean
  /** At once; what is open fails. */
  readonly cut: () => void
}

type ApiError = { readonly code?: number; readonly err_code?: number; readonly description?: string }

/** What follows from an error of JetStream. */
export function faultOfApi({ code = 0, err_code = 0, description = 'The server returned an error.' }: ApiError): NatsFault {
  const said = `${description.slice(0, 500)}${/[.!?]$/.test(description) ? '' : '.'}`
  const number = err_code === 0 ? String(code) : String(err_code)
  // Larger than the stream takes; a subject of another stream is the caller's doing.
  if (err_code === 10_054) return new NatsFault('message', said, number)
  return new NatsFault(code >= 500 || code === 408 ? 'passing' : 'caller', said, number)
}

const noStreams = 'No stream stores this subject, or the account has no JetStream.'

/** What the client throws, in our words. */
function faultOf(thrown: unknown): NatsFault | OutboundFault {
  if (thrown instanceof NatsFault || thrown instanceof OutboundFault) return thrown
  if (!(thrown instanceof Error)) return new NatsFault('lost', 'The connection was interrupted.')
  const options = { cause: thrown }
  const { name, message, cause } = thrown
  if (cause instanceof NatsFault) return cause
  if (name === 'TimeoutError')
    return new NatsFault('silent', `The server didn't respond within ${answerLimit / 1_000} s.`, '', options)
  if (name === 'NoResponders' || (cause instanceof Error && cause.name === 'NoResponders'))
    return new NatsFault('passing', noStreams, '503', options)
  const inner = cause instanceof Error ? cause : thrown
  if (inner.name === 'PermissionViolationError') return new NatsFault('caller', `${inner.message.slice(0, 500)}.`, '', options)
  if (/Authorization|Authentication/.test(inner.name))
    return new NatsFault('caller', 'The server refused the account.', '', options)
  if (inner.name === 'InvalidArgumentError') return new NatsFault('message', `${message}.`, '', options)
  if (inner.name === 'ProtocolError')
    return new NatsFault(/maximum/i.test(inner.message) ? 'passing' : 'caller', `${inner.message.slice(0, 500)}.`, '', options)
  return new NatsFault('lost', 'The connection was interrupted.', '', options)
}

function parsed(msg: Msg): unknown {
  try {
    return JSON.parse(msg.string())
  } catch (cause) {
    throw new NatsFault('unreadable', "The server's response can't be read.", '', { cause })
  }
}

/** The answer of JetStream. Throws where it is an error. */
function answerIn(msg: Msg): Readonly<Record<string, unknown>> {
  const answer = parsed(msg)
  if (typeof answer !== 'object' || answer === null) throw new NatsFault('unreadable', "The server's response can't be read.")
  const { error } = answer as { readonly error?: ApiError }
  if (error) throw faultOfApi(error)
  return answer as Readonly<Record<string, unknown>>
}

/** Says what a status in place of messages means; null where the messages have only come to their end. */
function faultOfStatus(headers: MsgHdrs): NatsFault | 'too-large' | null {
  const { code, description = '' } = headers
  if (code === 404 || code === 408) return null
  if (code === 409 && /maxbytes/i.test(description)) return 'too-large'
  return new NatsFault(code === 400 ? 'caller' : 'passing', `${description.slice(0, 500)}.`, String(code))
}

/** Messages are asked for together and counted as they come; the server says when it has no more. */
function pullFrom(client: NatsConnection, core: Core, subject: string, count: number, bytes: number): Promise<Pulled> {
  return new Promise((resolve, reject) => {
    const messages: Msg[] = []
    const inbox = core.createInbox()
    let late: NodeJS.Timeout
    const leave = () => {
      clearTimeout(late)
      sub.unsubscribe()
    }
    const finish = (isNextTooLarge: boolean) => {
      leave()
      resolve({ messages, isNextTooLarge })
    }
    const fail = (fault: unknown) => {
      leave()
      reject(faultOf(fault))
    }
    const wait = () => {
      clearTimeout(late)
      late = setTimeout(
        () => fail(new NatsFault('silent', `The server didn't respond within ${answerLimit / 1_000} s.`)),
        answerLimit,
      )
    }
    const sub = client.subscribe(inbox, {
      callback: (error, msg) => {
        if (error) return fail(error)
        if (msg.subject !== inbox) {
          messages.push(msg)
          if (messages.length >= count) return finish(false)
          return wait()
        }
        const { headers } = msg
        if (headers === undefined || headers.code === 100) return wait()
        if (headers.code === 503) return fail(new NatsFault('passing', noStreams, '503'))
        const fault = faultOfStatus(headers)
        if (fault === null || fault === 'too-large') return finish(fault === 'too-large')
        // What has come is kept: the next request meets the same.
        return messages.length > 0 ? finish(false) : fail(fault)
      },
    })
    sub.closed.then(() => fail(new NatsFault('lost', 'The connection was interrupted.')))
    wait()
    client.publish(subject, JSON.stringify({ batch: count, max_bytes: bytes, no_wait: true }), { reply: inbox })
  })
}

/** Opens a connection through the guard and signs in. Throws `OutboundFault` and `NatsFault`. */
export async function openConnection(side: NatsSide, outbound: Tools['outbound']): Promise<Connection> {
  // Loaded when it is needed: most processes never meet a stream.
  const core = await import('@nats-io/nats-core/internal')
  core.setTransportFactory({ factory: createTransport, defaultPort: 4_222 })
  const authenticator = authenticatorOf(side, core)
  const { host, port, tls } = side
  let cut = () => {}
  const unwatch = await outbound.watch({ host, port }, () => cut())
  const life: Life = { left: answerBytes, end: null }
  let client: NatsConnection
  try {
    const socket = await openSocket(await outbound.place({ host, port }))
    cut = () => socket.destroy()
    const { name, forget } = announce({ socket, host, tls, life })
    try {
      client = await core.NatsConnectionImpl.connect({
        ...{ servers: [`${name}:${port}`], resolve: false, ignoreClusterUpdates: true, reconnect: false, noAsyncTraces: true },
        ...{ name: 'Datacrane', timeout: entryLimit, pingInterval: 20_000 },
        ...(authenticator ? { authenticator } : {}),
      })
    } catch (thrown) {
      socket.destroy()
      throw faultOf(thrown)
    } finally {
      forget()
    }
  } catch (thrown) {
    unwatch()
    throw thrown
  }
  client.closed().then(unwatch)

  /** A connection that is silent is given up: whatever waits on it is asked for on another one. */
  const failed = (thrown: unknown): never => {
    const fault = faultOf(thrown)
    if (fault instanceof NatsFault && fault.kind === 'silent') close()
    throw fault instanceof NatsFault && fault.kind === 'lost' ? (life.end ?? fault) : fault
  }
  const close = () => {
    client.close().catch(() => {})
    cut()
  }
  const request = (subject: string, body: Uint8Array | string, headers?: MsgHdrs): Promise<Msg> => {
    life.left = Math.max(life.left, answerBytes)
    return client.request(subject, body, { timeout: answerLimit, ...(headers ? { headers } : {}) }).catch(failed)
  }

  return {
    payloadMax: client.info?.max_payload ?? 1_048_576,
    ask: async (what, body) => answerIn(await request(`$JS.API.${what}`, body === undefined ? '' : JSON.stringify(body))),
    store: async (subject, body, named) => {
      const headers = core.headers()
      for (const [name, value] of Object.entries(named)) headers.set(name, value)
      const { seq, duplicate } = answerIn(await request(subject, body, headers))
      if (typeof seq !== 'number') throw new NatsFault('unreadable', "The server's response can't be read.")
      return { seq, duplicate: duplicate === true }
    },
    pull: async (consumer, count, bytes) => {
      // Protocol and headers come beside the messages.
      life.left = bytes + count * 4_096 + answerBytes
      return pullFrom(client, core, `$JS.API.CONSUMER.MSG.NEXT.${side.stream}.${consumer}`, count, bytes).catch(failed)
    },
    isLost: () => client.isClosed(),
    cut: close,
  }
}
