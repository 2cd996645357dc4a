/** What the pages of one connector say of a time: when its newest record was read, and how many of its records have not ended. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Span } from './ledger-sums.repository.ts'

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

const pagesOf = ({ companyId, connectorId }: ConnectorKey, { from, to }: Span) => sql`source_pages p
  where p.company_id = ${companyId} and p.connector_id = ${connectorId} and p.record_count > 0
    and p.read_at >= to_timestamp(${from / 1_000}) and p.read_at < to_timestamp(${to / 1_000})`

/** Milliseconds since 1970; null where no page of the time is kept. */
export async function newestReadAt(db: Kysely<Tables>, whose: ConnectorKey, span: Span): Promise<number | null> {
  const { rows } = await sql<{ at: Date }>`
    select p.read_at as at from ${pagesOf(whose, span)} order by p.read_at desc limit 1`.execute(db)
  return rows[0]?.at.getTime() ?? null
}

/** Records of the time that wait or are on their way. */
export async function openRecords(db: Kysely<Tables>, whose: ConnectorKey, span: Span): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(p.pending_records), 0)::int8 as open from ${pagesOf(whose, span)} and p.pending_records > 0`.execute(db)
  return rows[0]?.open ?? 0
}
