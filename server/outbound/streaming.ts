/** An answer that is read while it comes. The socket waits as long as nobody reads: what is not asked for is not in memory. */
import type { Dispatcher } from 'undici'

import { flat, type OutboundRequest, toFault } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import type { OutboundLimits } from './limits.ts'

export type StreamRequest = Omit<OutboundRequest, 'keep' | 'inUse' | 'body'> & {
  readonly body?: string | Uint8Array | null
  /** Bytes of the answer, as they are sent, beyond which it is refused. */
  readonly cap: number
  /** Milliseconds for the whole of it; as for any answer when absent. */
  readonly total?: number
}

export type OutboundStream = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As it was sent: an encoding is not taken off. To be read once; throws `OutboundFault`. */
  readonly body: AsyncIterable<Uint8Array>
  /** Gives the connection back. Needed where the body is not read to its end; safe at any time. */
  readonly cancel: () => void
}

/** Sends and waits for the beginning of the answer. `leave` is called when nothing of it is open any more. Throws `OutboundFault`. */
export async function openStream(
  dispatcher: Dispatcher,
  { url, method, headers, body = null, signal, cap, total }: StreamRequest,
  limits: OutboundLimits,
  leave: () => void,
): Promise<OutboundStream> {
  const cutting = new AbortController()
  let fault: OutboundFault | null = null
  let hasBegun = false
  const cut = (kind: 'timeout' | 'aborted' | 'too-large') => {
    fault ??= new OutboundFault(kind, hasBegun)
    cutting.abort(fault)
  }
  const onAbort = () => cut('aborted')
  const deadline = setTimeout(() => cut('timeout'), total ?? limits.total)
  const end = () => {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', onAbort)
    leave()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) cut('aborted')
  hasBegun = !signal?.aborted

  const faultOf = (thrown: unknown) => fault ?? toFault(thrown instanceof Error ? thrown : new Error(String(thrown)))
  let answer: Dispatcher.ResponseData
  try {
    const path = url.pathname + url.search
    answer = await dispatcher.request({ origin: url.origin, path, method, headers: { ...headers }, body, signal: cutting.signal })
  } catch (thrown) {
    end()
    throw faultOf(thrown)
  }
  const stream = answer.body
  stream.once('close', end)
  // Told to whoever reads; unheard it would be the end of the process.
  stream.on('error', () => {})
  const announced = Number(answer.headers['content-length'] ?? 0)

  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    let bytes = 0
    try {
      if (announced > cap && method !== 'HEAD') cut('too-large')
      for await (const piece of stream as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > cap) cut('too-large')
        if (fault) throw fault
        yield piece
      }
    } catch (thrown) {
      throw faultOf(thrown)
    } finally {
      stream.destroy()
    }
  }

  return {
    status: answer.statusCode,
    headers: flat(answer.headers),
    body: pieces(),
    cancel: () => void stream.destroy(),
  }
}
