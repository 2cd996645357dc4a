/** The part of a TCP socket that `pg` uses, over the message port of the worker. */
import { Duplex } from 'node:stream'

export type Line = {
  readonly send: (bytes: Uint8Array) => void
  /** Called when the database does not behave any more; `why` goes on from "The embedded database". */
  readonly break: (why: string) => void
  /** Milliseconds for one answer. */
  readonly limit: number
}

const sync = Buffer.from([0x53, 0, 0, 0, 4])
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5])
const query = 0x51
const startup = 0

/** Whether PostgreSQL owes a `ReadyForQuery` at the end of its answer. */
const asksForReady = (bytes: Uint8Array) =>
  bytes[0] === query || bytes[0] === startup || sync.equals(bytes.subarray(-sync.length))
const endsReady = (bytes: Uint8Array) => readyForQuery.equals(bytes.subarray(-6, -1))

/** Every write is answered by exactly one message of the worker, in order. */
export class EmbeddedSocket extends Duplex {
  #line: Line | null = null
  #isWanted = false
  #unanswered: boolean[] = []
  #timer: NodeJS.Timeout | undefined

  /** The worker runs. */
  attach(line: Line): void {
    this.#line = line
    if (this.#isWanted) this.emit('connect')
  }

  connect(): void {
    this.#isWanted = true
    if (this.#line) process.nextTick(() => this.emit('connect'))
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _writev(chunks: { readonly chunk: Buffer }[], done: () => void): void {
    this.#post(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#post(new Uint8Array(chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    done(error)
  }

  answered(bytes: Uint8Array): void {
    const owesReady = this.#unanswered.shift()
    if (this.#unanswered.length === 0) clearTimeout(this.#timer)
    if (this.destroyed) return
    if (bytes.length > 0) this.push(bytes)
    // What could not be written leaves the session without a way back (a full disk does); PostgreSQL itself would have ended the process.
    if (owesReady && !endsReady(bytes)) setImmediate(() => this.#line?.break('stopped responding'))
  }

  #post(bytes: Uint8Array): void {
    const { send, limit } = this.#line ?? {}
    if (!send) return
    this.#unanswered.push(asksForReady(bytes))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#line?.break(`did not respond for ${(limit ?? 0) / 1_000} s`), limit)
    send(bytes)
  }
}
