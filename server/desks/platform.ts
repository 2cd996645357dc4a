/** What the server says about itself. */
import { type Kysely, sql } from 'kysely'

import { refusal } from '../../contract/problem.ts'
import type { Tables } from '../store/tables.ts'

export type PlatformDesk = ReturnType<typeof createPlatformDesk>

/** @param isLeaving whether the process drains: it still works, but wants no new traffic. */
export function createPlatformDesk({ db, isLeaving }: { readonly db: Kysely<Tables>; readonly isLeaving: () => boolean }) {
  return {
    health: (): { status: 'ok' } => ({ status: 'ok' }),
    /** @throws `server/unavailable` when the database does not answer. */
    async ready(): Promise<{ status: 'ready' }> {
      if (isLeaving()) throw refusal('server/unavailable')
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    },
  }
}
