/** Writes of a run's owner that must not be lost when the database is away for a while. */
import { setTimeout as sleep } from 'node:timers/promises'

import { isConflictToRetry } from '../../platform/database/database.ts'
import { isTransient } from '../../platform/database/transient.ts'
import { lateWrite } from '../../records/runs/pending-writes.repository.ts'
import { OwnershipLost } from '../../records/runs/run-leases.repository.ts'
import type { Log } from './engine-deps.ts'

const pauses = [100, 250, 500, 1_000]
/** Milliseconds after which a run says that it cannot write. */
const lateAfter = 1_500

/** Of whom it is said that a write waits. */
export type Writer = { readonly runId: string; readonly log: Log }

/** Told of each failure of a write that is made again. */
type Failed = (thrown: unknown) => void

/**
 * Makes a write until it has happened. `isDone` is asked before it is made again, because a commit whose answer was lost may have happened;
 * writes that change nothing the second time need none. Throws what does not pass by itself, `OwnershipLost` among it.
 */
export async function persist(
  writer: Writer,
  write: () => Promise<void>,
  isDone: () => Promise<boolean> = async () => false,
): Promise<void> {
  let tries = 0
  await persisted(writer, async () => {
    tries += 1
    if (tries > 1 && (await isDone())) return
    try {
      await write()
    } catch (thrown) {
      // The try before was still on its way to the database, and has come first.
      if (!(thrown instanceof OwnershipLost && tries > 1 && (await isDone()))) throw thrown
    }
  })
}

/** Likewise for a write that answers and that may be made twice. */
export async function persisted<T>(writer: Writer, write: () => Promise<T>): Promise<T> {
  const watch = watchOver(writer)
  try {
    return await again(write, watch.failed)
  } finally {
    watch.over()
  }
}

async function again<T>(write: () => Promise<T>, failed: Failed): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await write()
    } catch (thrown) {
      if (thrown instanceof OwnershipLost || !isTransient(thrown)) throw thrown
      failed(thrown)
      await sleep(pauses[Math.min(tries, pauses.length - 1)])
    }
  }
}

/** Says that a write waits once it has waited for long: in what the run says of itself, and in the log. */
function watchOver({ runId, log }: Writer): { readonly failed: Failed; readonly over: () => void } {
  const since = new Date()
  let last: unknown = null
  let late: ReturnType<typeof lateWrite> | null = null
  const told = (thrown: unknown) => {
    last = thrown
    if (thrown !== null && !isConflictToRetry(thrown)) late?.refused()
  }
  const timer = setTimeout(() => {
    late = lateWrite(runId, since)
    told(last)
    log.warn(
      { runId, since, ...(last === null ? {} : { err: last }) },
      "a run is waiting because its progress can't be written to the database",
    )
  }, lateAfter)
  return {
    failed: told,
    over: () => {
      clearTimeout(timer)
      if (late === null) return
      late.over()
      log.info({ runId, since }, 'the progress of the run is written, or another process owns the run')
    },
  }
}
