/** Several statements that are done in one commit, or not at all. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isConflictToRetry } from './database.ts'
import type { Tables } from './tables/tables.ts'

// Several readings of one moment.

/** A reading of one moment needs something that has to be written first. */
class WriteFirst extends Error {
  readonly write: (db: Kysely<Tables>) => Promise<void>

  constructor(write: WriteFirst['write']) {
    super('a reading of one moment writes nothing')
    this.write = write
  }
}

const snapshots = new WeakSet<object>()
/** A reading begins anew so often; each time something else was missing. */
const readingsMax = 50

/** What others commit meanwhile is not seen; nothing can be written but what `beforeReading` writes first. */
export async function inOneSnapshot<T>(db: Kysely<Tables>, read: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let reading = 1; ; reading += 1) {
    try {
      const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      return await snapshot.execute((tx) => {
        snapshots.add(tx)
        return read(tx)
      })
    } catch (thrown) {
      if (!(thrown instanceof WriteFirst) || reading > readingsMax) throw thrown
      await thrown.write(db)
    }
  }
}

/** Writes something that is about to be read. Within a reading of one moment it is written before that, and the reading begins anew. */
export function beforeReading(db: Kysely<Tables>, write: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  if (snapshots.has(db)) throw new WriteFirst(write)
  return write(db)
}

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
