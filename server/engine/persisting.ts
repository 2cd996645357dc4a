/** Writes of a run's owner that must not be lost when the database is away for a while. */
import { setTimeout as sleep } from 'node:timers/promises'

import { OwnershipLost } from '../store/run-leases.ts'
import { isTransient } from '../store/transient.ts'

const pauses = [100, 250, 500, 1_000]

/**
 * Makes a write until it has happened. `isDone` is asked before it is made again, because a commit whose answer was lost may have happened;
 * writes that change nothing the second time need none. Throws what does not pass by itself, `OwnershipLost` among it.
 */
export async function persist(write: () => Promise<void>, isDone: () => Promise<boolean> = async () => false): Promise<void> {
  let tries = 0
  await persisted(async () => {
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
export async function persisted<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await write()
    } catch (thrown) {
      if (thrown instanceof OwnershipLost || !isTransient(thrown)) throw thrown
      await sleep(pauses[Math.min(tries, pauses.length - 1)])
    }
  }
}
