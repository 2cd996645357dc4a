/** Several statements that are done in one commit, or not at all. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isConflictToRetry } from './database.ts'
import type { Tables } from './tables/tables.ts'

// Several readings of one moment.

/** What others commit meanwhile is not seen; nothing can be written. */
export const inOneSnapshot = <T>(db: Kysely<Tables>, read: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** After the first time. */
const retries = 3
/** Milliseconds before the first retry at most; they double. Two that met once must not meet again, so the pause is by chance. */
const pause = 50

/**
 * Does the work in one commit. A deadlock or a serialization failure rolls it back, and then it is done again, up to three times: it must change
 * nothing but what it writes through `tx`.
 */
export async function inOneCommit<T>(db: Kysely<Tables>, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (thrown) {
      if (!isConflictToRetry(thrown) || retry > retries) throw thrown
      await sleep(Math.random() * pause * 2 ** retry)
    }
  }
}
