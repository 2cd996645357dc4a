/** Destinations of a connector that a person paused, by their numbers in the configuration (decision 0123). */
import { type Kysely, sql } from 'kysely'

import { changed } from '../../platform/database/changes.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** In ascending order. Some may not exist any more in the live version. */
export async function pausedRoutesOf(db: Kysely<Tables>, { companyId, connectorId }: ConnectorKey): Promise<number[]> {
  const { rows } = await sql<{ paused: number[] }>`
    select paused_routes as paused from connectors where id = ${connectorId} and company_id = ${companyId}`.execute(db)
  return rows[0]?.paused ?? []
}

/** In the commit that says who did it. */
export async function writePausedRoutes(
  tx: Kysely<Tables>,
  { companyId, connectorId }: ConnectorKey,
  paused: readonly number[],
): Promise<void> {
  await sql`update connectors set paused_routes = ${[...paused]}::smallint[] where id = ${connectorId} and company_id = ${companyId}`.execute(
    tx,
  )
  await changed(tx, { companyId, connectorId, what: 'connector' })
}
