/** The embedded database as a server that `pg` can talk to: the worker thread behind a socket, started again when it breaks. */
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

import { EmbeddedSocket } from './embedded-socket.ts'

export type EmbeddedServer = {
  /** A socket for `pg`'s `stream` option. One at a time: there is one session. */
  connect(): Duplex
  /** Copies its files as they are at one instant; the database answers nobody meanwhile. @throws where they cannot be written */
  copyTo(target: string): Promise<void>
  close(): Promise<void>
}

/** Milliseconds for one answer. The thread cannot be interrupted, so silence beyond this means that it will never answer. */
const answerLimit = 120_000

/** Under `node --watch` a thread also sends messages of Node's own, which are not for us. */
const ready = (worker: Worker) =>
  new Promise<void>((resolve) => {
    worker.on('message', (said: unknown) => said === 'ready' && resolve())
  })

/**
 * Starts the database of a folder, and creates it when it is not there.
 * @param fault told when the thread broke (a full disk does that): the next connection starts it again and its log is replayed.
 * @throws when the folder cannot be opened as a database.
 */
export async function startEmbeddedServer(folder: string, fault: (error: Error) => void): Promise<EmbeddedServer> {
  let running: Promise<Worker> | null = null
  let socket: EmbeddedSocket | null = null
  let isClosing = false

  async function start(): Promise<Worker> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder }, execArgv: [] })
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('The embedded database ended during its start.')))
    await Promise.race([ready(worker), ended])
    worker.on('message', (said: unknown) => said instanceof Uint8Array && socket?.answered(said))
    worker.on('error', (error) => lose(worker, error))
    worker.on('exit', () => lose(worker, new Error('The embedded database ended.')))
    worker.unref()
    return worker
  }

  const lost = new WeakSet<Worker>()
  function lose(worker: Worker, error: Error): void {
    if (isClosing || lost.has(worker)) return
    lost.add(worker)
    running = null
    void worker.terminate()
    socket?.destroy(error)
    fault(error)
  }

  function attach(to: EmbeddedSocket): (worker: Worker) => void {
    return (worker) => {
      to.attach({
        send: (bytes) => worker.postMessage(bytes, [bytes.buffer as ArrayBuffer]),
        break: (why) => lose(worker, new Error(`The embedded database ${why}.`)),
        limit: answerLimit,
      })
    }
  }

  /** A start that failed is not kept: the next connection tries again. */
  function ensure(): Promise<Worker> {
    running ??= start().catch((thrown: unknown) => {
      running = null
      throw thrown
    })
    return running
  }

  await ensure()
  return {
    connect() {
      const made = new EmbeddedSocket()
      socket = made
      ensure().then(attach(made), (cause: unknown) => {
        made.destroy(new Error("The embedded database can't be started again.", { cause }))
      })
      return made
    },
    async copyTo(target) {
      const worker = await ensure()
      const problem = await new Promise<string | null>((resolve, reject) => {
        const heard = (said: unknown) => {
          if (typeof said !== 'object' || said === null || !('copied' in said)) return
          worker.off('message', heard)
          resolve(said.copied as string | null)
        }
        worker.on('message', heard)
        worker.once('exit', () => reject(new Error('The embedded database ended during the copy.')))
        worker.postMessage({ copyTo: target })
      })
      if (problem !== null) throw new Error(problem)
    },
    async close() {
      isClosing = true
      const worker = await running?.catch(() => null)
      if (!worker) return
      worker.ref()
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      await ended
    },
  }
}
