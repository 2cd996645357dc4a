/**
 * Reads past interim responses (1xx) that nobody asked for, as RFC 9110, section 15.2, requires of a client: undici takes an unasked `100 Continue` for a
 * broken server. The filter sits between the socket and undici's parser and looks at no more than the first bytes of each response. It also remembers
 * the status of a response whose head is incomplete: it shows what the other system did with the request.
 */
import type { Socket } from 'node:net'

/** Bytes of interim responses before one response, and of one of them. */
const interimMax = 65_536
const oneMax = 16_384
const arrivedStatus = Symbol('the status of the response that broke off')

type Marked = { [arrivedStatus]?: number }

/** The status of a response that had begun when this error ended its connection; null when none had, or it is not known. */
export const statusBefore = (error: unknown): number | null =>
  (typeof error === 'object' && error !== null ? (error as Marked)[arrivedStatus] : undefined) ?? null

/** What undici writes first of every request; bodies are written as bytes. */
const requestStart = /^[A-Z-]{1,32} [^\r\n]* HTTP\/1\.1\r\n/
/** Of a status line, as far as the status goes: `HTTP/1.1 100`. */
const statusBytes = 12
const statusForm = /^HTTP\/1\.[01] ([1-5]\d\d)/
const headEnd = Buffer.from('\r\n\r\n')

/** Removes interim responses from the beginning of the data. `rest` is null if more data is needed to decide. */
function pastInterim(arrived: Buffer): {
  readonly rest: Buffer | null
  readonly status: number | null
  readonly dropped: number
} {
  let from = 0
  for (;;) {
    if (arrived.length - from < statusBytes) return { rest: null, status: null, dropped: from }
    const [, digits] = statusForm.exec(arrived.toString('latin1', from, from + statusBytes)) ?? []
    const status = digits === undefined ? null : Number(digits)
    // 101 answers an upgrade, which no request asks for. The parser reports data that is not HTTP.
    if (status === null || status >= 200 || status === 101) return { rest: arrived.subarray(from), status, dropped: from }
    const end = arrived.indexOf(headEnd, from)
    if (end < 0) return { rest: null, status: null, dropped: from }
    from = end + headEnd.length
  }
}

/** The same socket, whose reader sees no interim responses. */
export function withoutInterim(socket: Socket): Socket {
  let isWaiting = false
  let status: number | null = null
  /** The beginning of a head that is too short to decide. */
  let held: Buffer | null = null
  let dropped = 0
  const [read, write, destroy] = [socket.read.bind(socket), socket.write.bind(socket), socket.destroy.bind(socket)]

  const filtered = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size)
      if (!isWaiting || !Buffer.isBuffer(chunk)) return chunk
      const arrived = held === null ? chunk : Buffer.concat([held, chunk])
      const found = pastInterim(arrived)
      dropped += found.dropped
      if (found.rest !== null) {
        isWaiting = false
        held = null
        status = found.status
        return found.rest
      }
      held = arrived.subarray(found.dropped)
      if (held.length > oneMax || dropped > interimMax) {
        socket.destroy(Object.assign(new Error('too many interim responses'), { code: 'HPE_INTERIM' }))
        return null
      }
    }
  }

  socket.read = filtered as Socket['read']
  socket.write = ((...given: Parameters<Socket['write']>) => {
    const [piece] = given as readonly unknown[]
    if (typeof piece === 'string' && requestStart.test(piece)) {
      isWaiting = true
      held = null
      status = null
      dropped = 0
    }
    return (write as (...them: unknown[]) => boolean)(...(given as unknown[]))
  }) as Socket['write']
  socket.destroy = (error?: Error) => {
    if (error && status !== null) Object.assign(error, { [arrivedStatus]: status })
    destroy(error)
    return socket
  }
  return socket
}
