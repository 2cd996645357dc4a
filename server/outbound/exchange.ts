/** One request and its answer on a dispatcher, within the limits. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

import { decoded, decodedMax } from './decoding.ts'
import { type FaultKind, OutboundFault } from './fault.ts'
import { statusBefore } from './interim.ts'
import { type OutboundLimits, timesOf } from './limits.ts'
import type { Memory, Share } from './memory.ts'

/** Where a request carries credentials that we put there: names of headers in small letters, and of parameters of the address. */
export type SecretPlaces = { readonly headers?: readonly string[]; readonly queries?: readonly string[] }

export type OutboundRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | null
  /** How many bytes of the answer's body are wanted; the rest is counted and dropped. All of it when absent. */
  readonly keep?: number
  readonly signal?: AbortSignal | undefined
  /** The body counts as memory in use until this settles; until it is handed over when absent. */
  readonly inUse?: Promise<unknown>
  /** Milliseconds until the first byte of the answer and until its last one; the usual limits when absent, and never more than the caps. */
  readonly timeouts?: { readonly firstByte?: number; readonly total?: number } | undefined
  /** Those who wait for one origin are let in party by party, and within a party lane by lane; a company is a party, a run a lane. */
  readonly party?: string
  readonly lane?: string
  /** The id of the gateway of the party that it goes through, and never around. */
  readonly gateway?: string
  /** Takes the request back while it waits for its turn; it is not cut off once it has started. */
  readonly withdrawn?: AbortSignal | undefined
  /** Asked when its turn has come, just before anything is sent. */
  readonly mayStart?: () => boolean
  /** Called when it is sent, after it has waited for a rate limit; each time that it is sent again because of one. */
  readonly started?: () => void
  /** Reads whether an accepted answer says in words that it took nothing because of a rate limit; then the request is sent again, as after a 429. */
  readonly limitIn?: (answer: OutboundAnswer) => { readonly wait: number | null } | null
  /** Whoever shows the request hides what stands there. */
  readonly secretPlaces?: SecretPlaces
}

/** What the other side answered; `body` is decoded, header names are lower case. A 3xx is an answer like any other. */
export type OutboundAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Bytes of the body as they were sent. */
  readonly bytes: number
}

const kindOfCode: Readonly<Record<string, FaultKind>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'unreadable',
  UND_ERR_HEADERS_OVERFLOW: 'unreadable',
}

/** Before these nothing was sent. */
const unsentCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** What an error of the dispatcher means. */
export function toFault(error: Error): OutboundFault {
  if (error instanceof OutboundFault) return error
  const code = 'code' in error ? String(error.code) : ''
  const kind = kindOfCode[code] ?? (code.startsWith('HPE_') ? 'unreadable' : 'unreachable')
  const status = statusBefore(error)
  const head = status === null ? null : { status, headers: {} }
  return new OutboundFault(kind, !unsentCodes.has(code), { cause: error, head })
}

/** Headers with one value each. */
export function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) plain[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return plain
}

/** Answers up to this many bytes are not counted one by one. */
const smallBytes = 256 * 1024

/** Cuts off what takes too long; stands still while it is our own memory that is waited for. */
function deadlineOf(limit: number, expire: () => void) {
  let left = limit
  let since = performance.now()
  let timer = setTimeout(expire, left)
  return {
    stop: () => {
      clearTimeout(timer)
      left -= performance.now() - since
    },
    goOn: () => {
      since = performance.now()
      timer = setTimeout(expire, left)
    },
  }
}

type Collected = { readonly answer: OutboundAnswer; readonly share: Share | null }

/** Undici's `dispatch` and not `request`: no stream is made for an answer that is wanted whole, and the byte cap sits on the socket. */
function collect(dispatcher: Dispatcher, request: OutboundRequest, limits: OutboundLimits, memory: Memory): Promise<Collected> {
  const { signal, keep = limits.bytes } = request
  if (signal?.aborted) return Promise.reject(new OutboundFault('aborted', false))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    let headers: Record<string, string> = {}
    let bytes = 0
    let kept = 0
    let refused: OutboundFault | null = null
    let controller: Dispatcher.DispatchController | null = null
    let share: Share | null = null
    const times = timesOf(limits, request.timeouts)
    const deadline = deadlineOf(times.total, () => refuse(new OutboundFault('timeout', controller !== null)))
    const onAbort = () => refuse(new OutboundFault('aborted', controller !== null))
    signal?.addEventListener('abort', onAbort, { once: true })

    function end() {
      deadline.stop()
      signal?.removeEventListener('abort', onAbort)
    }
    /** A request that still waits in undici's queue is stopped when its turn comes. */
    function refuse(fault: OutboundFault) {
      if (refused) return
      // If the status is known, the head has arrived, even if the body is incomplete.
      refused = status >= 200 ? fault.withHead({ status, headers }) : fault
      end()
      share?.release()
      controller?.abort(refused)
      reject(refused)
    }

    /** In a turn of its own: what makes room is often another answer that ends, and undici's parsers do not run within each other. */
    function resume() {
      queueMicrotask(() => {
        if (refused) return
        deadline.goOn()
        controller?.resume()
      })
    }

    const options: Dispatcher.DispatchOptions = {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      headersTimeout: times.headers,
      bodyTimeout: times.idle,
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(it) {
        controller = it
        if (refused) it.abort(refused)
      },
      onResponseStart(_, statusCode, received) {
        status = statusCode
        headers = flat(received)
        if (keep === limits.bytes && Number(headers['content-length']) > keep) refuse(new OutboundFault('too-large', true))
      },
      onResponseData(it, chunk) {
        bytes += chunk.length
        if (bytes > limits.bytes) return refuse(new OutboundFault('too-large', true))
        if (kept < keep) chunks.push(chunk.subarray(0, keep - kept))
        kept += chunk.length
        if (keep < limits.bytes || bytes <= smallBytes) return
        const more = share ? chunk.length : bytes
        share ??= memory.open()
        if (share.add(more, resume)) return
        it.pause()
        deadline.stop()
      },
      onResponseEnd() {
        end()
        const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
        resolve({ answer: { status, headers, body, bytes }, share })
      },
      onResponseError(_, error) {
        refuse(toFault(error))
      },
    }
    try {
      dispatcher.dispatch(options, handler)
    } catch (thrown) {
      refuse(toFault(thrown instanceof Error ? thrown : new Error(String(thrown))))
    }
  })
}

/** Sends, waits, decodes. Throws `OutboundFault` and nothing else. */
export async function exchange(
  dispatcher: Dispatcher,
  request: OutboundRequest,
  limits: OutboundLimits,
  memory: Memory,
): Promise<OutboundAnswer> {
  const { answer, share: collected } = await collect(dispatcher, request, limits, memory)
  const encoding = request.method === 'HEAD' ? '' : (answer.headers['content-encoding'] ?? '')
  // A body that was cut cannot be decoded, and nobody waits for the rest of it.
  const isPlain = encoding === '' || answer.bytes > answer.body.length
  const share = isPlain ? collected : (collected ?? memory.open())
  const release = () => share?.release()
  try {
    if (isPlain || !share) return answer
    await share.expect(decodedMax(answer.body, limits))
    const body = await decoded(answer.body, encoding, limits).catch((thrown: unknown) => {
      throw thrown instanceof OutboundFault ? thrown.withHead({ status: answer.status, headers: answer.headers }) : thrown
    })
    share.correct(body.length)
    return { ...answer, body }
  } finally {
    if (request.inUse) request.inUse.then(release, release)
    else release()
  }
}
