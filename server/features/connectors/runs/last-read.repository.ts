/** How much a connector read last. */
import type { Kysely } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** Records that the newest run read that came to the end of its source; null when none did. Replays ask no source. */
export async function lastRead(db: Kysely<Tables>, { companyId, connectorId }: ConnectorKey): Promise<number | null> {
  const run = await db
    .selectFrom('runs')
    .select('records_read')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('trigger', '<>', 'replay')
    .where('status', '=', 'succeeded')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.records_read ?? null
}
