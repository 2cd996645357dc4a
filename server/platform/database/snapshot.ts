/** Several readings of one moment. */
import type { Kysely, Transaction } from 'kysely'

import type { Tables } from './tables/tables.ts'

/** What others commit meanwhile is not seen; nothing can be written. */
export const inOneSnapshot = <T>(db: Kysely<Tables>, read: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
