/** The embedded database as a server that `pg` can talk to: the worker thread and the socket in front of it. */
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

export type EmbeddedServer = {
  /** A socket for `pg`'s `stream` option. One at a time: there is one session. */
  connect(): Duplex
  close(): Promise<void>
}

/** Milliseconds for one answer. The thread cannot be interrupted, so silence beyond this means that it will never answer again. */
const answerLimit = 120_000

/**
 * Starts the database of a folder, and creates it when it is not there.
 * @param fault called once when the thread dies or falls silent; nothing works after that.
 * @throws when the folder cannot be opened as a database.
 */
export async function startEmbeddedServer(folder: string, fault: (error: Error) => void): Promise<EmbeddedServer> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder }, execArgv: [] })
  await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(() => Promise.reject(new Error('The embedded database ended while it started.'))),
  ])
  let socket: EmbeddedSocket | null = null
  let lost: Error | null = null
  let closing = false
  const lose = (error: Error) => {
    if (closing || lost) return
    lost = error
    socket?.destroy(error)
    fault(error)
  }
  worker.on('error', lose)
  worker.on('exit', () => lose(new Error('The embedded database ended.')))
  worker.on('message', (bytes: Uint8Array) => socket?.answered(bytes))
  worker.unref()

  return {
    connect() {
      const silence = () => lose(new Error(`The embedded database gave no answer for ${answerLimit / 1_000} s.`))
      socket = new EmbeddedSocket((bytes) => worker.postMessage(bytes, [bytes.buffer as ArrayBuffer]), silence)
      if (lost) socket.destroy(lost)
      return socket
    },
    async close() {
      closing = true
      if (lost) return
      worker.ref()
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      await ended
    },
  }
}

/** The part of a TCP socket that `pg` uses. Every write is answered by exactly one message of the worker. */
class EmbeddedSocket extends Duplex {
  readonly #send: (bytes: Uint8Array) => void
  readonly #silence: () => void
  #unanswered = 0
  #timer: NodeJS.Timeout | undefined

  constructor(send: (bytes: Uint8Array) => void, silence: () => void) {
    super()
    this.#send = send
    this.#silence = silence
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
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
    this.#unanswered -= 1
    if (this.#unanswered <= 0) clearTimeout(this.#timer)
    if (bytes.length > 0 && !this.destroyed) this.push(bytes)
  }

  #post(bytes: Uint8Array): void {
    this.#unanswered += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#silence, answerLimit)
    this.#send(bytes)
  }
}
