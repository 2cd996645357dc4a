/** Reads and writes Parquet files by DuckDB, in a thread that is started when it is needed and ends when nobody needs it. */
import { Worker } from 'node:worker_threads'
import type { Order, OrderName, Orders, Reply, Results } from './orders.ts'

/** DuckDB is not installed, or its thread ended. The message says which. */
export class ParquetFault extends Error {
  override readonly name = 'ParquetFault'
}

export type Parquet = {
  /** Orders of one user follow each other; nobody else's come between them. @throws `ParquetFault` */
  readonly use: <T>(work: (ask: Ask) => Promise<T>) => Promise<T>
  readonly close: () => void
}
export type Ask = <Name extends OrderName>(name: Name, order: Orders[Name]) => Promise<Results[Name]>

/** Milliseconds after its last use. */
const restMax = 60_000
/** Milliseconds that one order may take; the longest writes a file of a week. */
const orderMax = 3_600_000
/** Of the thread's heap, in MB; DuckDB has its own limit beside it. */
const heapMax = 256

type Waiting = {
  readonly resolve: (result: never) => void
  readonly reject: (thrown: Error) => void
  readonly late: NodeJS.Timeout
}
type Running = { readonly worker: Worker; readonly ready: Promise<void>; readonly waiting: Map<number, Waiting> }

export function createParquet(file = new URL('./parquet-worker.ts', import.meta.url)): Parquet {
  let running: Running | null = null
  let resting: NodeJS.Timeout | null = null
  let last: Promise<unknown> = Promise.resolve()
  let number = 0

  function drop(it: Running, fault: ParquetFault): void {
    if (running === it) running = null
    void it.worker.terminate()
    for (const { reject, late } of it.waiting.values()) {
      clearTimeout(late)
      reject(fault)
    }
    it.waiting.clear()
  }

  function start(): Running {
    // Nothing of the environment: it holds the keys of the installation. Flags of the process, such as those of a test runner, do not fit a thread.
    const worker = new Worker(file, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMax } })
    const waiting = new Map<number, Waiting>()
    const ready = Promise.withResolvers<void>()
    const it: Running = { worker, ready: ready.promise, waiting }
    // Whoever asks awaits it as well.
    ready.promise.catch(() => {})
    worker.on('message', (reply: Reply) => {
      if ('missing' in reply) {
        if (reply.missing === null) ready.resolve()
        else ready.reject(new ParquetFault(reply.missing))
        return
      }
      const asked = waiting.get(reply.number)
      waiting.delete(reply.number)
      if (!asked) return
      clearTimeout(asked.late)
      if ('fault' in reply) asked.reject(new ParquetFault(reply.fault))
      else asked.resolve(reply.result as never)
    })
    const ended = (why: string) => {
      const fault = new ParquetFault(why)
      ready.reject(fault)
      drop(it, fault)
    }
    worker.on('error', (thrown) => ended(thrown.message))
    worker.on('exit', () => ended('The thread that reads Parquet files ended.'))
    return it
  }

  const ask: Ask = async (name, order) => {
    running ??= start()
    const it = running
    it.worker.ref()
    await it.ready
    number += 1
    const own = number
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => drop(it, new ParquetFault('A Parquet file could not be read or written in time.')), orderMax)
      it.waiting.set(own, { resolve: resolve as never, reject, late: late.unref() })
      it.worker.postMessage({ do: name, number: own, ...order } as unknown as Order)
    })
  }

  function close(): void {
    if (resting) clearTimeout(resting)
    resting = null
    if (running) drop(running, new ParquetFault('The product is being stopped.'))
  }

  return {
    use(work) {
      if (resting) clearTimeout(resting)
      const done = last.then(() => work(ask))
      const own = done
        .catch(() => {})
        .then(() => {
          if (last !== own) return
          running?.worker.unref()
          resting = setTimeout(close, restMax).unref()
        })
      last = own
      return done
    },
    close,
  }
}
