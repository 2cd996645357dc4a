/** The threads in which long documents are taken apart: two at most in this process, each with bounds of its own. */
import { Worker } from 'node:worker_threads'

import { JsonError } from '#server/platform/json/exact.ts'
import type { Order, Reply } from './worker.ts'

/** Of the thread's own heap, in MB; the document itself stands outside of it. */
const heapMax = 128
/** Milliseconds for one order, for a document that is held and asked for nothing while others wait, and at all. */
const orderLimit = 30_000
const idleWhileOthersWait = 2_000
const idleMax = 60_000
const threadsMax = 2
/** How long a thread without a document is kept. */
const restMax = 10_000

/** One document in a thread. */
export type Thread = {
  /** Throws `JsonError` when the document is refused or was too much for the thread. */
  readonly ask: (order: Exclude<Order, 'drop'>, owned?: readonly ArrayBuffer[]) => Promise<Reply>
  /** Whether it was taken away for want of use. */
  readonly isGone: () => boolean
  readonly leave: () => void
}

type Held = { lastAsked: number; busy: boolean; readonly evict: () => void }

type Resting = { readonly worker: Worker; readonly wake: () => void }
const idle: Resting[] = []
const held = new Set<Held>()
const waiting: (() => void)[] = []
let looking: NodeJS.Timeout | null = null

function newWorker(): Worker {
  // Flags of the process, such as those of a test runner, do not fit a thread.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMax, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  // Its death is told to whoever waits for an answer; unheard it would be the death of the process.
  worker.on('error', () => {})
  return worker
}

/** Keeps a thread for the next document for a while. */
function rest(worker: Worker): void {
  const forget = () => {
    clearTimeout(timer)
    worker.off('exit', forget)
    const at = idle.indexOf(resting)
    if (at >= 0) idle.splice(at, 1)
  }
  const timer = setTimeout(() => {
    forget()
    void worker.terminate()
  }, restMax).unref()
  const resting: Resting = { worker, wake: forget }
  worker.postMessage('drop' satisfies Order)
  worker.unref()
  worker.once('exit', forget)
  idle.push(resting)
}

function wakeOrStart(): Worker {
  const resting = idle.at(-1)
  if (!resting) return newWorker()
  resting.wake()
  resting.worker.ref()
  return resting.worker
}

function look(): void {
  const limit = waiting.length > 0 ? idleWhileOthersWait : idleMax
  for (const it of held) if (!it.busy && performance.now() - it.lastAsked > limit) it.evict()
  if (held.size === 0 && looking) {
    clearInterval(looking)
    looking = null
  }
}

/** Waits until fewer than two documents are held. */
async function room(signal: AbortSignal): Promise<void> {
  while (held.size >= threadsMax) {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    const at = waiting.indexOf(resolve)
    if (at >= 0) waiting.splice(at, 1)
    if (signal.aborted) waiting.shift()?.()
    signal.throwIfAborted()
  }
}

const tooMuch = (cause: unknown) =>
  new JsonError('too-large', 'It exceeds our memory and time limits for one response.', { cause })

function answered(worker: Worker, order: Order, owned: readonly ArrayBuffer[]): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', onReply)
      worker.off('error', onEnd)
      worker.off('exit', onEnd)
      settle()
    }
    const onReply = (reply: Reply) =>
      end(() => ('refused' in reply ? reject(new JsonError(reply.refused.fault, reply.refused.reason)) : resolve(reply)))
    const onEnd = (cause: unknown) => end(() => reject(tooMuch(cause)))
    const timer = setTimeout(() => {
      onEnd('out of time')
      void worker.terminate()
    }, orderLimit)
    worker.on('message', onReply)
    worker.on('error', onEnd)
    worker.on('exit', onEnd)
    worker.postMessage(order, owned)
  })
}

/** A thread of one's own, once one is free. Rejects with the signal's reason when it is aborted before. */
export async function takeThread(signal: AbortSignal): Promise<Thread> {
  await room(signal)
  const worker = wakeOrStart()
  let alive = true
  let gone = false
  const onExit = () => {
    alive = false
    leave()
  }
  worker.once('exit', onExit)
  const it: Held = { lastAsked: performance.now(), busy: false, evict: leave }
  held.add(it)
  looking ??= setInterval(look, 250).unref()

  function leave() {
    if (gone) return
    gone = true
    held.delete(it)
    worker.off('exit', onExit)
    if (alive && !it.busy) rest(worker)
    else void worker.terminate()
    waiting.shift()?.()
  }

  return {
    ask: async (order, owned = []) => {
      it.busy = true
      try {
        return await answered(worker, order, owned)
      } finally {
        it.busy = false
        it.lastAsked = performance.now()
      }
    },
    isGone: () => gone,
    leave,
  }
}
