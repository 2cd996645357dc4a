/** Lines of mappings that no record of a run met. */
import { type Kysely, sql } from 'kysely'

import { problemGroupsMax } from '#contract/connectors/problems/problem-group.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type AbsentPathsQuery = { readonly companyId: string; readonly connectorId: string; readonly from: string; readonly to: string }

export type UnmetLine = {
  readonly version: number
  /** Its place in the mapping of the version. */
  readonly line: number
  /** Runs, and when the first and the last of them ended. */
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly runId: string
}

/** Of runs that ended in a time and read their source to its end, newest first. A replay reads what was chosen and says nothing of the source. */
export async function unmetLinesIn(
  db: Kysely<Tables>,
  { companyId, connectorId, from, to }: AbsentPathsQuery,
): Promise<UnmetLine[]> {
  const { rows } = await sql<UnmetLine>`
    select r.version, line, count(*)::int as count, min(r.ended_at) as "firstAt", max(r.ended_at) as "lastAt",
      (array_agg(r.id order by r.created_at desc, r.id desc))[1] as "runId"
    from runs r cross join lateral unnest(r.unmet_lines) as unmet (line)
    where r.company_id = ${companyId} and r.connector_id = ${connectorId} and r.trigger <> 'replay'
      and r.status in ('succeeded', 'failed') and r.records_read > 0 and r.checkpoint -> 'next' = 'null'::jsonb
      and r.ended_at >= ${from}::timestamptz and r.ended_at < ${to}::timestamptz
    group by r.version, line order by max(r.ended_at) desc, line limit ${problemGroupsMax}`.execute(db)
  return rows
}
