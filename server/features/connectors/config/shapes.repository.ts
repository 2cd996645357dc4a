/** What drafts know of the records of their sides. */
import { type Kysely, sql } from 'kysely'

import type { DraftShapes, RecordShape } from '#contract/connectors/config/shape.ts'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }
type Side = Tables['draft_shapes']['side']
type Part = { readonly side: Side; readonly lookupId: string; readonly shape: RecordShape }

function partsOf({ source, destination, enrichment = {}, destinations = {} }: DraftShapes): Part[] {
  return [
    ...(source ? [{ side: 'source' as const, lookupId: '', shape: source }] : []),
    ...(destination ? [{ side: 'destination' as const, lookupId: '', shape: destination }] : []),
    ...Object.entries(enrichment).map(([lookupId, shape]) => ({ side: 'enrichment' as const, lookupId, shape })),
    ...Object.entries(destinations).map(([lookupId, shape]) => ({ side: 'destination' as const, lookupId, shape })),
  ]
}

const ofConnector = (db: Db, { companyId, connectorId }: ConnectorKey) =>
  db.selectFrom('draft_shapes').where('company_id', '=', companyId).where('connector_id', '=', connectorId)

export async function readShapes(db: Db, whose: ConnectorKey): Promise<DraftShapes> {
  const rows = await ofConnector(db, whose).select(['side', 'lookup_id', 'shape']).orderBy('lookup_id').execute()
  const of = (side: Side) => rows.find((row) => row.side === side && row.lookup_id === '')?.shape as RecordShape | undefined
  const [source, destination] = [of('source'), of('destination')]
  const byId = (of: Side) =>
    rows.filter(({ side, lookup_id }) => side === of && lookup_id !== '').map((row) => [row.lookup_id, row.shape as RecordShape])
  const [lookups, destinations] = [byId('enrichment'), byId('destination')]
  return {
    ...(source ? { source } : {}),
    ...(destination ? { destination } : {}),
    ...(lookups.length > 0 ? { enrichment: Object.fromEntries(lookups) } : {}),
    ...(destinations.length > 0 ? { destinations: Object.fromEntries(destinations) } : {}),
  }
}

/**
 * Writes the sides that are named.
 * @param isNew what is there already stays: the shapes come with a connector that is made.
 */
export async function writeShapes(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  shapes: DraftShapes,
  isNew = false,
): Promise<void> {
  for (const { side, lookupId, shape } of partsOf(shapes)) {
    await db
      .insertInto('draft_shapes')
      .values({
        ...{ company_id: companyId, connector_id: connectorId, side, lookup_id: lookupId },
        shape: sql`keep_shape(${connectorId}::uuid, ${jsonText(shape)}::json)`,
      })
      .onConflict((on) => {
        const target = on.columns(['connector_id', 'side', 'lookup_id'])
        if (isNew) return target.doNothing()
        return target.doUpdateSet({ shape: sql`excluded.shape`, updated_at: sql`now()` })
      })
      .execute()
  }
}

/** The ids of the enrichments whose records are known. */
export async function lookupsWithShape(db: Db, whose: ConnectorKey): Promise<string[]> {
  const rows = await ofConnector(db, whose).select('lookup_id').where('side', '=', 'enrichment').execute()
  return rows.map((row) => row.lookup_id)
}

/** @param lookupIds only what is known of these enrichments; left out: all that is known. */
export async function removeShapes(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  lookupIds?: readonly string[],
): Promise<void> {
  const query = db.deleteFrom('draft_shapes').where('company_id', '=', companyId).where('connector_id', '=', connectorId)
  if (!lookupIds) await query.execute()
  else if (lookupIds.length > 0) await query.where('side', '=', 'enrichment').where('lookup_id', 'in', lookupIds).execute()
}
