/** What happened to a connector, by whom, from where to where. Rows are only added. */
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Tables } from '#server/platform/database/tables/tables.ts'

export type Happening = {
  readonly companyId: string
  readonly connectorId: string
  readonly actorId: string
  readonly what:
    | 'created'
    | 'edited'
    | 'deployed'
    | 'paused'
    | 'resumed'
    | 'ran'
    | 'run stopped'
    | 'deleted'
    | 'rolled back'
    | 'hook secret made'
    | 'cursor set'
    | 'destination paused'
    | 'destination resumed'
  readonly from: string | null
  readonly to: string | null
  /** A sentence. */
  readonly detail: string
}

export async function addHistory(db: Kysely<Tables>, it: Happening): Promise<void> {
  await db
    .insertInto('connector_history')
    .values({
      id: uuid(),
      company_id: it.companyId,
      connector_id: it.connectorId,
      actor_id: it.actorId,
      what: it.what,
      from_status: it.from,
      to_status: it.to,
      detail: it.detail,
    })
    .execute()
}
